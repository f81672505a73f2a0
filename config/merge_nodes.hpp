#pragma once

#include "config/node.hpp"

namespace faucet {

/// `over` laid over `base`: maps merge key by key, all else is replaced. What was merged keeps the
/// place it came from; a merged map stands where `over` does.
node merge_nodes(const node& base, const node& over);

} // namespace faucet
