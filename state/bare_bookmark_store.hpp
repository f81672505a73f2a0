#pragma once

#include "state/store.hpp"

#include <functional>
#include <memory>

namespace faucet {

/// Writes bookmarks without their envelope for as long as somebody who shares the store reads no
/// other, and with it before and after. Everything else goes through as it is.
class bare_bookmark_store final : public state_store {
public:
  /// `is_needed` is asked before each write, by the thread that writes.
  bare_bookmark_store(std::shared_ptr<state_store> origin, std::function<bool()> is_needed);

  expected<void> prepare() override;
  expected<std::optional<std::string>> get(const std::string& key) override;

  /// Refused while bookmarks are written bare: one of a schema that its envelope alone tells of.
  expected<void> put(const std::string& key, std::string_view json) override;
  expected<void> put_batch(std::span<const entry> entries) override;
  expected<void> remove(const std::string& key) override;
  expected<std::vector<std::string>> list(std::string_view prefix) override;
  expected<bool> compare_and_put(const std::string& key, const std::optional<std::string>& known,
                                 std::string_view json) override;
  expected<bool> compare_and_remove(const std::string& key, const std::string& known) override;
  expected<void> check() override;

private:
  std::shared_ptr<state_store> origin_;
  std::function<bool()> is_needed_;
};

} // namespace faucet
