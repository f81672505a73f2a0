#pragma once

#include "state/key_meaning.hpp"
#include "state/store.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// A key of a pipeline and what the store holds under it.
struct stored_key {
  std::string key;
  key_meaning meaning;
  expected<std::string> json; ///< a failure where the store cannot read it
};

/// Everything that a store holds for a pipeline, sorted by key. What goes away meanwhile is left
/// out, and so are leases that were given back.
expected<std::vector<stored_key>> read_keys(state_store& store, std::string_view pipeline);

} // namespace faucet
