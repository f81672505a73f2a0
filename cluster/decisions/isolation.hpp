#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/moment.hpp"

#include <algorithm>

namespace faucet {

/// What a member does about leases that it could not renew.
struct isolation_state {
  moment look_at = moment::max(); ///< nothing is to be done before
  bool told = false;              ///< the outage under way was told
};

/// Has the runs looked at again no later than at a moment.
inline void look_no_later(isolation_state& x, moment at) {
  x.look_at = std::min(x.look_at, at);
}

/// Stops every run whose lease was not renewed for two thirds of it, and drops every run whose
/// grace, or whose right to write, has ended. It is called before anything else is done, so that a
/// process that was paused beyond its leases does nothing on them when it wakes up.
void stop_before_leases_end(isolation_state& x, held_runs& held, moment now,
                            const cluster_timing& timing, effect_list& out);

/// The history answers again.
inline void end_isolation(isolation_state& x) {
  x.told = false;
}

} // namespace faucet
