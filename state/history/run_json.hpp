#pragma once

#include "state/history/run_record.hpp"

#include <string>

namespace faucet {

/// The record of a run as the control plane shows it, as a JSON object. `now` is what the time that
/// a running run has taken is counted to.
///
/// Members that were submitted or reported cannot take the place of those that the history knows
/// better; what is no JSON object adds none. Nothing is masked: see to that where it is shown.
std::string to_json(const run_record& x, instant now);

/// How many executions of a run have begun and were not handed back.
uint32_t attempts_of(const run_record& x) noexcept;

} // namespace faucet
