#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/moment.hpp"

#include <optional>
#include <vector>

namespace faucet {

/// Which leases a member lengthens. One renewal is under way at a time.
struct renewing_state {
  moment next_tick;
  std::optional<moment> retry_at; ///< something is to be renewed before the next tick
  std::optional<moment> asked;    ///< when the renewal under way was asked for
  std::vector<run_hold> holds;    ///< the leases in it
  bool overdue = false;           ///< a tick came while it was under way
};

/// Asks for longer leases where it is time to: at each tick, of all runs that reported since the
/// last one, and of those whose end the history does not know yet. A run that has not reported is
/// left out and loses its lease although this process lives. After a renewal that was not answered
/// the same happens sooner than at the next tick, and after one that took until the next tick at
/// once. Says whether this was a tick.
bool renew_if_due(renewing_state& x, held_runs& held, moment now, const cluster_timing& timing,
                  effect_list& out);

/// A sign of life. A run that the last tick left out need not wait for the next one.
void take_report(renewing_state& x, held_run& run, moment now);

/// Takes in an answer and hands on what it says of leases that are lost and of runs that somebody
/// wants cancelled. A lease counts from when it was asked for, not from when the answer came.
renewed_leases take_renewed(renewing_state& x, held_runs& held, const events::renew_answer& answer,
                            moment now, const cluster_timing& timing, effect_list& out);

} // namespace faucet
