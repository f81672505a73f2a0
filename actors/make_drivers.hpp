#pragma once

#include "actors/run_plan.hpp"
#include "config/expand_rows.hpp"
#include "connectors/catalogue.hpp"

#include <optional>

namespace faucet {

/// How a plan departs from what the pipeline file says.
struct plan_settings {
  std::optional<uint64_t> limit;              ///< records to write; positions are then only read
  bool discard_output = false;                ///< write nowhere, remember nothing
  std::optional<component_spec> instead_sink; ///< in place of the file's sink; remember nothing
  bool force = false;                         ///< take leases over whoever holds them

  /// Asked of each child once its record is known, from any thread; none: all are allowed.
  std::function<expected<void>(const row_spec&)> allow = {};

  /// True for a run that is not the real one.
  [[nodiscard]] bool leaves_no_trace() const noexcept {
    return limit || discard_output || instead_sink;
  }
};

/// Makes the drivers of a row whose options hold no references any more. All options are checked,
/// nothing is opened. Refused: a sink that writes a file which the row reads, and one that
/// overwrites where with a state store only what is new is read.
///
/// Whatever the settings put in the place of the sink, the file's sink is checked, too; `writes` is
/// given what it would write.
expected<invocation_plan> make_drivers(const row_spec& row, const catalogue& connectors,
                                       const plan_settings& settings,
                                       std::vector<std::filesystem::path>* writes = nullptr);

} // namespace faucet
