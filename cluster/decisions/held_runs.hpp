#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/moment.hpp"
#include "cluster/decisions/timing.hpp"
#include "model/run_facts.hpp"

#include <cstdint>
#include <map>

namespace faucet {

/// How far a claimed run is on this member.
enum class held_stage : uint8_t {
  working,
  stopping,  ///< told to stop, and may still flush
  dropped,   ///< told to stop at once; it has not said yet that it did
  finishing, ///< ended; the history is yet to say that it knows
  returning, ///< stopped; the history is yet to say that it is pending again
};

/// What a member knows of one run that it claimed. It takes a place on the member until it is gone
/// from the table.
struct held_run {
  moment granted; ///< when the lease that it has was asked for
  moment drop_at; ///< while it stops: when it will be dropped
  held_stage stage = held_stage::working;
  stop_reason why = stop_reason::none;
  run_status ended = run_status::running; ///< how, once it has
  bool reported = true;       ///< since the last renewal; a claim is a sign of life as well
  bool skipped = false;       ///< by the last tick, for it had not reported
  bool lost = false;          ///< another owns it
  bool cancel_wanted = false; ///< somebody wants it cancelled
  bool asked = false;         ///< the history was asked to finish it, or to take it back
};

using held_runs = std::map<run_hold, held_run>;

/// From when on a run writes nothing unless its lease is renewed.
inline moment write_limit(const held_run& x, const cluster_timing& timing) noexcept {
  return x.granted + timing.write_limit();
}

/// True while it does something.
inline bool is_active(const held_run& x) noexcept {
  return x.stage <= held_stage::dropped;
}

} // namespace faucet
