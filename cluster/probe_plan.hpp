#pragma once

#include "actors/run_plan.hpp"

#include <atomic>
#include <memory>

namespace faucet {

/// Tries whether everything that a run needs from its start on answers: the sources and sinks of
/// its root rows, its sinks of dead letters, its state stores. Nothing is read or written but a key
/// of its own in each store. The drivers of the plan are used up. What fails is told in one
/// failure, row by row. Blocks; `stop` ends it early.
expected<void> probe_plan(run_plan& plan, const std::shared_ptr<const std::atomic<bool>>& stop);

} // namespace faucet
