#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/moment.hpp"
#include "cluster/decisions/timing.hpp"
#include "model/member_facts.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Since when each pool has had runs waiting and nobody who serves it.
struct starving_state {
  std::map<std::string, moment> unserved;
  std::optional<moment> looked; ///< when it was last known who waits and who serves
};

/// Takes in how many runs wait where. Where `patience` is set, those that nobody has served for so
/// long are to be failed. A pool that somebody serves again, or that is empty, starts anew; so do
/// all after an outage, in which nobody could be seen to serve anything.
void take_pending(starving_state& x, const events::pending_answer& answer, const member_facts& self,
                  const std::vector<seen_member>& members,
                  std::optional<std::chrono::milliseconds> patience, moment now,
                  const cluster_timing& timing, effect_list& out);

} // namespace faucet
