#pragma once

#include "actors/reports.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace faucet {

/// When a run began and ended.
struct run_times {
  std::chrono::system_clock::time_point started;
  std::chrono::system_clock::time_point finished;
};

/// What a person reads at the end of a run: one line for the run and one an invocation.
std::vector<std::string> summary_lines(const run_report& report);

/// One line an invocation that failed.
std::vector<std::string> error_lines(const run_report& report);

/// Tells the summary, or with `quiet` only the errors.
void tell_summary(const run_report& report, bool quiet);

/// The same for programs: one JSON document.
std::string summary_json(const run_report& report, const run_times& when);

} // namespace faucet
