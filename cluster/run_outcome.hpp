#pragma once

#include "actors/reports.hpp"
#include "state/history/run_claim.hpp"

namespace faucet {

/// How a run ended, as the history keeps it: its status, the failures of its rows as one text, and
/// an object with records_written and invocations.
run_end end_of(const run_hold& hold, const run_report& report);

} // namespace faucet
