#pragma once

#include "cluster/decisions/claiming.hpp"
#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/isolation.hpp"
#include "cluster/decisions/moment.hpp"

namespace faucet {

/// How a member leaves: it takes nothing more, lets its runs end for a while, stops the rest, hands
/// it back, and goes when nothing is left of it, or when the history has not answered for too long.
struct draining_state {
  bool draining = false;
  bool stopped = false; ///< the runs that were left have been told to stop
  bool left = false;
  moment grace_ends;
};

/// Begins to leave; a second time changes nothing.
void drain(draining_state& x, moment now, const cluster_timing& timing, effect_list& out);

/// Goes on with it. Does nothing for a member that stays.
void drain_on(draining_state& x, held_runs& held, const claiming_state& claiming,
              isolation_state& isolation, moment now, const cluster_timing& timing,
              effect_list& out);

/// When it goes on without anything happening.
moment next_due(const draining_state& x, const cluster_timing& timing);

} // namespace faucet
