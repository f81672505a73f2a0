#pragma once

#include "state/store.hpp"

namespace faucet {

/// Whether the store can do its work; see state_store::check.
inline expected<void> probe_store(state_store& store) {
  return store.check();
}

} // namespace faucet
