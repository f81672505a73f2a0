#pragma once

#include "cluster/decisions/effects.hpp"
#include "cluster/decisions/events.hpp"
#include "cluster/decisions/held_runs.hpp"
#include "cluster/decisions/moment.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace faucet {

/// When a member asks for runs. One claim is under way at a time; it takes as many as there are
/// places, so that nobody claims what it cannot start.
struct claiming_state {
  std::optional<moment> asked; ///< when the claim under way was asked for
  uint32_t reserved = 0;       ///< the places that it may fill
  bool wanted = false;         ///< runs may be waiting
};

/// The most runs of one claim: what is more is left to others for a moment.
inline constexpr uint32_t claim_batch = 64;

/// How many more runs a member could take now.
uint32_t free_places(const claiming_state& x, const held_runs& held, uint32_t capacity);

/// Asks for runs if some may wait, there is a place, and no claim is under way.
void claim_if_wanted(claiming_state& x, const held_runs& held, uint32_t capacity, moment now,
                     effect_list& out);

/// Takes in what a claim brought. A run that somebody wants cancelled is not started. One that came
/// too late to be worked on, or while the member leaves (`leaving`), goes back; so does one of
/// which an earlier epoch, lost by that, still does something here.
void take_claimed(claiming_state& x, held_runs& held, const events::claim_answer& answer,
                  bool leaving, moment now, const cluster_timing& timing, effect_list& out);

} // namespace faucet
