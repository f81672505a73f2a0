#pragma once

#include "state/store.hpp"

namespace faucet {

/// Puts, reads and removes a key that no other probe uses, and leaves nothing behind. For a doctor:
/// tells whether the store can do its work, not what it holds.
expected<void> probe_store(state_store& store);

} // namespace faucet
