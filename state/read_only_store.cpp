#include "state/read_only_store.hpp"

namespace faucet {

read_only_store::read_only_store(std::unique_ptr<state_store> origin) : origin_(std::move(origin)) {
  // nop
}

expected<void> read_only_store::prepare() {
  return {};
}

expected<std::optional<std::string>> read_only_store::get(const std::string& key) {
  return origin_->get(key);
}

expected<void> read_only_store::put(const std::string&, std::string_view) {
  return {};
}

expected<void> read_only_store::put_batch(std::span<const entry>) {
  return {};
}

expected<void> read_only_store::remove(const std::string&) {
  return {};
}

expected<std::vector<std::string>> read_only_store::list(std::string_view prefix) {
  return origin_->list(prefix);
}

expected<bool> read_only_store::compare_and_put(const std::string& key,
                                                const std::optional<std::string>& known,
                                                std::string_view) {
  return origin_->get(key).map([&known](const auto& held) { return held == known; });
}

expected<bool> read_only_store::compare_and_remove(const std::string& key,
                                                   const std::string& known) {
  return origin_->get(key).map([&known](const auto& held) { return held == known; });
}

expected<void> read_only_store::check() {
  return origin_->check(); // which leaves nothing behind
}

} // namespace faucet
