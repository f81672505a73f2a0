#pragma once

#include "apps/faucet/selection_flags.hpp"
#include "config/pipeline_spec.hpp"

namespace faucet {

/// The rows of a pipeline, and which of them the flags let run.
struct chosen_rows {
  std::vector<row_spec> rows;
  std::vector<bool> runs;
};

/// What the selection says besides goes to the log.
expected<chosen_rows> choose_rows(const pipeline_spec& spec, const selection_flags& flags);

} // namespace faucet
