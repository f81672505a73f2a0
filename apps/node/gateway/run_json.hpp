#pragma once

#include "state/history/run_record.hpp"

#include <string>

namespace faucet {

/// A run as the control plane shows it. `now` is what a run that is under way is measured against.
/// Values of callback headers are masked.
std::string run_json(const run_record& run, instant now);

} // namespace faucet
