#pragma once

#include "actors/run_plan.hpp"
#include "config/environment.hpp"
#include "connectors/catalogue.hpp"
#include "state/history/run_claim.hpp"

#include <memory>

namespace faucet {

/// What a node brings to the pipelines that it executes.
struct execution_place {
  const catalogue* connectors = nullptr; ///< outlives every run
  environment variables;
};

/// The plan of a run as its owner executes it: its stored config, read with this node's variables
/// and files. May block. Nothing is opened.
expected<run_plan> plan_of(const claimed_run& run, const execution_place& place);

} // namespace faucet
