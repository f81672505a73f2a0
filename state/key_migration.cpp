#include "state/key_migration.hpp"

namespace faucet {

namespace {

/// Claims the key for what the older one holds, then lets go of the older one.
expected<adopted_key> move_key(state_store& store, const std::string& from, const std::string& to,
                               const std::string& content) {
  auto claimed = store.compare_and_put(to, std::nullopt, content);
  if (!claimed) {
    return fail(std::move(claimed));
  }
  if (!*claimed) {
    return adopted_key{adoption::raced, from, {}};
  }
  adopted_key result{adoption::moved, from, {}};
  if (auto removed = store.remove(from); !removed) {
    result.warning = std::move(removed).error();
  }
  return result;
}

} // namespace

expected<adopted_key> adopt_older_key(state_store& store, const std::string& key,
                                      std::span<const std::string> candidates) {
  if (candidates.empty()) {
    return adopted_key{};
  }
  auto held = store.get(key);
  if (!held) {
    return fail(std::move(held));
  }
  if (*held) {
    return adopted_key{};
  }
  for (const auto& older : candidates) {
    if (older == key) {
      continue;
    }
    auto found = store.get(older);
    if (!found) {
      return fail(std::move(found));
    }
    if (*found) {
      return move_key(store, older, key, **found);
    }
  }
  return adopted_key{};
}

} // namespace faucet
