#pragma once

#include "apps/node/gateway/pipeline_check.hpp"
#include "cluster/claimed_plan.hpp"

#include <memory>

namespace faucet {

/// The check that a claimer's own steps make, with what this node brings to its runs; `limit` is
/// how long probes may take, where they are asked for.
pipeline_check check_with(std::shared_ptr<const execution_place> place, std::chrono::seconds limit);

} // namespace faucet
