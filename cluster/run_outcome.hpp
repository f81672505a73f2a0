#pragma once

#include "actors/reports.hpp"
#include "state/history/run_claim.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// How the error of a run begins that took longer than it may.
inline constexpr std::string_view timeout_word = "timeout: ";

/// "a: why; b: why", of the first failures of a run; how many more there are is told.
std::string failures_of(const run_report& report);

/// How a run ended, as the history keeps it: its status, failures_of it, and an object with
/// records_written and invocations, the first thousand of them.
run_end end_of(const run_hold& hold, const run_report& report);

} // namespace faucet
