#pragma once

#include "actors/run_plan.hpp"
#include "apps/program/probe_report.hpp"

#include <chrono>

namespace faucet {

/// Tries whether everything that a run needs from its start on answers: the sources and sinks of
/// its root rows, their sinks of dead letters, their state stores. Nothing is read or written but a
/// key of its own in each store. The drivers of the plan are used up. What has no answer within the
/// limit, which is one for all, has failed, and so has what there was no time for. Blocks.
std::vector<checked_row> probe_roots(const run_plan& plan, std::chrono::seconds limit);

/// How the probes that failed did so, as one sentence; empty where none did.
std::string failures_in(const std::vector<checked_row>& rows);

} // namespace faucet
