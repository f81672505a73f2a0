#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/moment.hpp"

#include <optional>
#include <vector>

namespace faucet {

/// What the history is yet to be told about runs that do nothing more here: how they ended, or that
/// they are pending again. Each kind has one statement under way, for as many runs as have gathered
/// meanwhile; what was not answered is told again, for as long as it takes. That is safe: the
/// history takes it only while the run is still this member's in this epoch.
struct settling_state {
  struct line {
    std::vector<run_hold> asked; ///< the statement under way
    std::optional<moment> retry_at;
  };

  line finishing;
  line returning;
  bool look = false; ///< something may have gathered
};

/// The most runs of one statement.
inline constexpr std::size_t settle_batch = 256;

/// Tells the history what it does not know yet, if something may have gathered or is to be told
/// again.
void settle(settling_state& x, held_runs& held, moment now, effect_list& out);

/// Takes in which ends the history refused, and forgets all that were answered.
void take_finished(settling_state& x, held_runs& held, const events::finish_answer& answer,
                   moment now, const cluster_timing& timing, effect_list& out);

/// Forgets what was handed back, or has turned out to be another's.
void take_handed_back(settling_state& x, held_runs& held, const events::hand_back_answer& answer,
                      moment now, const cluster_timing& timing);

} // namespace faucet
