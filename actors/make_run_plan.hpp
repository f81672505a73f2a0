#pragma once

#include "actors/make_drivers.hpp"
#include "config/pipeline_spec.hpp"

namespace faucet {

/// Makes the drivers that a pipeline file names. All options are checked, also those of rows that
/// are made for each record of a parent; nothing is opened. Refused, besides what make_drivers
/// refuses: two invocations that would write one file or replace one table.
expected<run_plan> make_run_plan(const pipeline_spec& spec, const catalogue& connectors,
                                 const plan_settings& settings = {});

/// The same for some of its rows: those for which `runs` is true. None may wait for one
/// that does not run.
expected<run_plan> make_run_plan(const pipeline_spec& spec, const std::vector<row_spec>& rows,
                                 const std::vector<bool>& runs, const catalogue& connectors,
                                 const plan_settings& settings);

} // namespace faucet
