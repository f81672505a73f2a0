#pragma once

#include "apps/node/gateway/pipeline_check.hpp"
#include "cluster/claimed_plan.hpp"

#include <chrono>
#include <functional>
#include <memory>
#include <string>

namespace faucet {

/// The check that a claimer's own steps make, with what this node brings to its runs.
pipeline_check check_with(std::shared_ptr<const execution_place> place);

/// The probes of `faucet doctor`, with the same; they may take as long as `limit`.
pipeline_probe probe_with(std::shared_ptr<const execution_place> place, std::chrono::seconds limit);

/// The same for whoever claims a run that was accepted without them, as older members do; what was
/// sealed is opened. `place` must outlive it.
std::function<expected<std::string>(const submitted_run&)>
probe_claimed_with(const execution_place& place, std::chrono::seconds limit);

} // namespace faucet
