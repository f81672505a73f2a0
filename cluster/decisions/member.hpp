#pragma once

#include "cluster/decisions/claiming.hpp"
#include "cluster/decisions/contact.hpp"
#include "cluster/decisions/draining.hpp"
#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/isolation.hpp"
#include "cluster/decisions/moment.hpp"
#include "cluster/decisions/placing.hpp"
#include "cluster/decisions/reclaiming.hpp"
#include "cluster/decisions/renewing.hpp"
#include "cluster/decisions/settling.hpp"
#include "cluster/decisions/starving.hpp"
#include "cluster/decisions/suspicion.hpp"
#include "cluster/decisions/timing.hpp"
#include "model/member_facts.hpp"

#include <chrono>
#include <optional>
#include <vector>

namespace faucet {

/// What a member is started with.
struct member_settings {
  member_facts self; ///< `max_concurrent` says how many runs it takes at once
  cluster_timing timing;
  bool fast_failover = true;                          ///< without, leases alone tell who is dead
  std::optional<std::chrono::milliseconds> pool_wait; ///< then runs nobody can claim are failed
};

/// All that a member knows.
struct member_state {
  member_settings settings;
  held_runs held;
  claiming_state claiming;
  renewing_state renewing;
  isolation_state isolation;
  settling_state settling;
  contact_state contact;
  reclaiming_state reclaiming;
  suspicion_state suspicion;
  placing_state placing;
  starving_state starving;
  draining_state draining;
  std::vector<seen_member> members; ///< who lives, as the history said last
  moment next_poll;
  bool cancels_asked = false;
  bool members_asked = false;
  bool pending_due = false; ///< to be asked as soon as it is known who lives
  bool pending_asked = false;
};

/// A member that starts.
member_state join(member_settings settings, moment now);

/// What is to be done about an event. The same state, event and moment always give the same.
/// Moments never go back.
effect_list step(member_state& x, const member_event& event, moment now);

/// When `woke` is to be told, unless something else happens first.
moment next_due(const member_state& x);

/// False where a submission is to be refused: the member leaves.
bool accepts_submissions(const member_state& x);

} // namespace faucet
