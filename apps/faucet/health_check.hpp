#pragma once

#include "apps/faucet/pipeline_state.hpp"
#include "apps/program/probe_report.hpp"
#include "apps/program/timed_call.hpp"

#include <chrono>
#include <vector>

namespace faucet {

struct check_settings {
  std::chrono::seconds limit{10}; ///< for each probe
  bool offline = false;           ///< only options are checked, nothing is reached
};

/// Probes what each row needs, several at a time, each no longer than the limit. What several rows
/// share is probed for the first of them, and left out for the others. Nothing is read, written or
/// changed but a key of its own in each state store, which is removed.
std::vector<checked_row> check_rows(const pipeline_state& state, const check_settings& how);

} // namespace faucet
