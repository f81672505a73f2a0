#pragma once

#include "cluster/decisions/contact.hpp"
#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/moment.hpp"

namespace faucet {

/// Takes the work of members whose leases ended; one statement under way at a time.
struct reclaiming_state {
  bool asked = false;
};

/// At a tick: asks for what is to be requeued or given up, unless this member is only just back.
void reclaim_at_tick(reclaiming_state& x, const contact_state& contact, moment now,
                     const cluster_timing& timing, effect_list& out);

} // namespace faucet
