#pragma once

#include "model/error.hpp"
#include "state/history/run_archive.hpp"

namespace faucet {

/// A stored pipeline without its credentials, in the same format: what stands under a key that is
/// named like one becomes "***", as do passwords within addresses. References stay as they are.
expected<stored_config> masked(const stored_config& x);

} // namespace faucet
