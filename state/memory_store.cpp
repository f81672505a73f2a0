#include "state/memory_store.hpp"

namespace faucet {

expected<void> memory_store::prepare() {
  return {};
}

expected<std::optional<std::string>> memory_store::get(const std::string& key) {
  auto found = entries_.find(key);
  if (found == entries_.end()) {
    return std::nullopt;
  }
  return found->second;
}

expected<void> memory_store::put(const std::string& key, std::string_view json) {
  entries_.insert_or_assign(key, std::string{json});
  return {};
}

expected<void> memory_store::put_batch(std::span<const entry> entries) {
  for (const auto& [key, json] : entries) {
    entries_.insert_or_assign(key, json);
  }
  return {};
}

expected<void> memory_store::remove(const std::string& key) {
  entries_.erase(key);
  return {};
}

expected<std::vector<std::string>> memory_store::list(std::string_view prefix) {
  std::vector<std::string> result;
  for (auto at = entries_.lower_bound(prefix);
       at != entries_.end() && at->first.starts_with(prefix); ++at) {
    result.push_back(at->first);
  }
  return result;
}

expected<bool> memory_store::compare_and_put(const std::string& key,
                                             const std::optional<std::string>& known,
                                             std::string_view json) {
  auto found = entries_.find(key);
  auto holds = found == entries_.end() ? std::nullopt : std::optional{found->second};
  if (holds != known) {
    return false;
  }
  entries_.insert_or_assign(key, std::string{json});
  return true;
}

expected<bool> memory_store::compare_and_remove(const std::string& key, const std::string& known) {
  auto found = entries_.find(key);
  if (found == entries_.end() || found->second != known) {
    return false;
  }
  entries_.erase(found);
  return true;
}

} // namespace faucet
