#pragma once

#include "apps/faucet/health_check.hpp"

#include <optional>

namespace faucet {

/// A probe that is yet to be made.
struct planned_probe {
  size_t row = 0; ///< index among the rows of the pipeline
  probe result;
  std::string identity; ///< the same for probes that would find out the same
  blocking_call call;   ///< none where there is nothing to find out
};

/// All probes of a row, in the order in which they are shown.
std::vector<planned_probe> plan_probes(const pipeline_state& state, size_t row);

} // namespace faucet
