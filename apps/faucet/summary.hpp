#pragma once

#include "actors/reports.hpp"

#include <chrono>
#include <string>

namespace faucet {

/// When a run began and ended.
struct run_times {
  std::chrono::system_clock::time_point started;
  std::chrono::system_clock::time_point finished;
};

/// What a person reads at the end of a run: one line for the run, one an invocation, and one an
/// error.
std::string summary_text(const run_report& report);

/// The same for programs: one JSON document.
std::string summary_json(const run_report& report, const run_times& when);

} // namespace faucet
