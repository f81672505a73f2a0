#pragma once

#include "state/store.hpp"

#include <span>

namespace faucet {

/// How the search under older keys ended.
enum class adoption : uint8_t {
  nothing, ///< The key holds something already, or no older key does.
  moved,   ///< What an older key held is now under the key.
  raced,   ///< Somebody else put under the key first. Theirs stays, the older key too.
};

struct adopted_key {
  adoption outcome = adoption::nothing;
  std::string from;             ///< The older key, unless there was nothing.
  std::optional<error> warning; ///< The older key could not be removed; nothing reads it any more.
};

/// Moves a bookmark to the key that is current, where that one is empty, from the first of the
/// candidates that holds something. The key is claimed only while it is empty, then the older one
/// is removed. No candidate may be a key that belongs to another row or record today.
expected<adopted_key> adopt_older_key(state_store& store, const std::string& key,
                                      std::span<const std::string> candidates);

} // namespace faucet
