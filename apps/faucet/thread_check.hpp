#pragma once

#include "model/error.hpp"

#include <cstddef>

namespace faucet {

/// Whether this process may have that many threads besides its own. Starts and ends them, so that
/// who needs them learns of a limit before the work and not in the midst of it.
expected<void> check_threads(size_t needed);

} // namespace faucet
