#include "cluster/decisions/reclaiming.hpp"

namespace faucet {

void reclaim_at_tick(reclaiming_state& x, const contact_state& contact, moment now,
                     const cluster_timing& timing, effect_list& out) {
  if (x.asked || !is_steady(contact, now, timing)) {
    return;
  }
  x.asked = true;
  out.emplace_back(effects::ask_reclaim{});
}

} // namespace faucet
