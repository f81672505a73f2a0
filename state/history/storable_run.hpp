#pragma once

#include "model/error.hpp"
#include "state/history/run_submission.hpp"

namespace faucet {

/// Refuses (`invalid_config`, with the run's id) what cannot be stored as it was submitted: a run
/// without id or pool, one that does not wait, texts that a database would change.
expected<void> check_storable(const new_run& x);

} // namespace faucet
