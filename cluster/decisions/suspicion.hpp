#pragma once

#include "cluster/decisions/contact.hpp"
#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/moment.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace faucet {

/// A member whose link dropped. It is dead where three things hold at once: its heartbeat in the
/// history has not moved for two heartbeats, nobody who lives talks to it, and its port refuses. In
/// any doubt it is not, and its leases decide.
struct suspect {
  moment look_at;         ///< when the history is to be asked about it
  uint64_t round = 0;     ///< of questions; 0 while none is asked
  bool condemned = false; ///< its runs are being taken
  std::optional<port_state> port;
  std::map<std::string, std::optional<bool>> peers; ///< who was asked, and whether it talks to it
};

struct suspicion_state {
  std::set<std::string> links; ///< members that there is a link to
  std::map<std::string, suspect> suspects;
  uint64_t rounds = 0;
};

void take_link_up(suspicion_state& x, const std::string& instance);

/// Suspects a member, if `watchful`; without, its leases alone decide.
void take_link_down(suspicion_state& x, const std::string& instance, bool watchful, moment now);

/// True where the history is to be asked who lives.
bool wants_members(const suspicion_state& x, moment now);

/// Looks at each suspect with what the history says of it. An answer counts only where the history
/// has answered this member for two heartbeats, since otherwise nobody's could move.
void take_members(suspicion_state& x, const std::string& self,
                  const std::vector<seen_member>& members, const contact_state& contact, moment now,
                  const cluster_timing& timing, effect_list& out);

void take_port(suspicion_state& x, const events::port_answer& answer, moment now,
               const cluster_timing& timing, effect_list& out);

void take_peer(suspicion_state& x, const events::peer_answer& answer, moment now,
               const cluster_timing& timing, effect_list& out);

/// The runs of a dead member were taken, or the history did not answer.
void take_reclaimed_from(suspicion_state& x, const events::reclaim_from_answer& answer, moment now,
                         const cluster_timing& timing);

} // namespace faucet
