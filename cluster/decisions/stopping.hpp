#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/moment.hpp"

#include <chrono>
#include <string_view>

namespace faucet {

/// Tells a run that works to stop at the page boundary, and remembers when it will be dropped:
/// after the grace, and in any case when its lease lets it write no more.
void stop(held_run& run, const run_hold& hold, stop_reason why, std::chrono::milliseconds grace,
          moment now, const cluster_timing& timing, effect_list& out);

/// Somebody wants a run cancelled. One that stops already for another reason is remembered as
/// cancelled, so that nobody starts it again.
void cancel(held_run& run, const run_hold& hold, moment now, const cluster_timing& timing,
            effect_list& out);

/// The same for whatever is held of the run with this id.
void cancel_run(held_runs& held, std::string_view run, moment now, const cluster_timing& timing,
                effect_list& out);

/// The history says that a run is another's: it stops at once and nothing is written about it. What
/// the history was just asked about is left alone, for its answer says more: a run that we have
/// just finished is no longer ours to renew either.
void lose(held_runs& held, const run_hold& hold, effect_list& out);

/// A run has stopped doing anything. What follows depends on why it did: its end is to be written
/// down, it is to be pending again, or it is another's and forgotten. A wedged run that had to be
/// stopped is not handed back, since a lease that ends counts as an attempt and a hand-back does
/// not.
void end_run(held_runs& held, const run_hold& hold, run_status status, effect_list& out);

} // namespace faucet
