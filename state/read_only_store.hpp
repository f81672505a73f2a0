#pragma once

#include "state/store.hpp"

#include <memory>

namespace faucet {

/// Passes reads on and drops writes, for runs that must leave no trace.
class read_only_store final : public state_store {
public:
  explicit read_only_store(std::unique_ptr<state_store> origin);

  /// Makes nothing; reading finds out what is wrong.
  expected<void> prepare() override;
  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;
  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;
  expected<void> check() override;

private:
  std::unique_ptr<state_store> origin_;
};

} // namespace faucet
