#pragma once

#include "actors/invocation.hpp"
#include "actors/opened_tables.hpp"
#include "actors/run_plan.hpp"

#include <caf/fwd.hpp>

namespace faucet {

/// What an invocation shares with the others of its run.
struct shared_parts {
  const run_plan& run;
  const row_plan& row;
  store_actor store;                       ///< none = nothing is remembered
  sink_actor letters;                      ///< none = no dead letters are kept
  progress_listener listener;              ///< may be empty
  std::shared_ptr<parent_capture> capture; ///< may be empty
  std::shared_ptr<opened_tables> tables;   ///< of all rows
};

/// Starts an invocation and the actors it works with, each driver with a thread of its own. Fails,
/// and leaves none of them, where there are not threads enough.
expected<invocation_actor> spawn_invocation(run_actor::pointer self, const shared_parts& shared,
                                            const invocation_name& name, const std::string& run_id,
                                            const invocation_plan& drivers);

/// What a driver may use of the run, with warnings that name the row and the type.
driver_context context_for(const run_plan& run, const std::string& row, const std::string& type,
                           std::shared_ptr<const std::atomic<bool>> stop);

} // namespace faucet
