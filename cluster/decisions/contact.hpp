#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/moment.hpp"
#include "cluster/decisions/timing.hpp"

#include <cstdint>
#include <optional>

namespace faucet {

/// Whether the history answers this member, as far as its heartbeats and renewals tell.
struct contact_state {
  moment next_heartbeat;
  std::optional<moment> heartbeat_asked;
  std::optional<moment> answered; ///< when what was answered last had been asked
  moment since;                   ///< when it began to answer without a gap of a tick
  moment unbroken;                ///< since when every question was answered
  bool failing = false;           ///< the last question was not answered
};

/// Says that this member lives, where it is time to.
void heartbeat_if_due(contact_state& x, uint32_t in_flight, uint32_t room, moment now,
                      const cluster_timing& timing, effect_list& out);

/// The history answered, or did not answer, what it was asked at a moment.
void note_contact(contact_state& x, bool answers, moment asked, const cluster_timing& timing);

/// True where the history is worth asking for new work.
bool answers(const contact_state& x);

/// True where the history has answered for a tick at least. Who comes back from a long silence
/// waits so long before it takes the work of others: after an outage of the history all leases have
/// ended, and their owners are about to renew them or to hand them back.
bool is_steady(const contact_state& x, moment now, const cluster_timing& timing);

} // namespace faucet
