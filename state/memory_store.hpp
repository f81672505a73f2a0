#pragma once

#include "state/store.hpp"

#include <map>

namespace faucet {

/// Forgets everything when it is destroyed.
class memory_store final : public state_store {
public:
  expected<void> prepare() override;
  expected<std::optional<std::string>> get(const std::string& key) override;
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;
  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;

private:
  std::map<std::string, std::string, std::less<>> entries_;
};

} // namespace faucet
