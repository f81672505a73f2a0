#pragma once

#include "actors/run_plan.hpp"
#include "config/pipeline_spec.hpp"
#include "connectors/catalogue.hpp"

#include <optional>

namespace faucet {

/// How a plan departs from what the pipeline file says.
struct plan_settings {
  std::optional<uint64_t> limit;              ///< records to write; positions are then only read
  bool discard_output = false;                ///< write nowhere, remember nothing
  std::optional<component_spec> instead_sink; ///< in place of the file's sink; remember nothing
};

/// Makes the drivers that a pipeline file names. All options are checked, nothing is opened.
/// Refused: a sink that writes a file which the source reads.
expected<run_plan> make_run_plan(const pipeline_spec& spec, const catalogue& connectors,
                                 const plan_settings& settings = {});

} // namespace faucet
