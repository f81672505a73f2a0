#pragma once

#include "state/history/open_history.hpp"

#include <caf/atom.hpp>
#include <caf/fwd.hpp>
#include <caf/typed_actor.hpp>

#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// Makes the callbacks of runs that have ended, whichever member has ended them; up to 32 receivers
/// that take their time do not hold up others. It blocks, so spawn it detached.
using callback_actor = caf::typed_actor<
  // Its own reminders: the one that comes again and again, and one to look at what is due.
  caf::reacts_to<caf::atom_constant<caf::atom("tick")>>,
  caf::reacts_to<caf::atom_constant<caf::atom("look")>>,
  // A try is over.
  caf::reacts_to<caf::atom_constant<caf::atom("made")>>>;

/// Starts one. `hosts` are those of --callback-allow-host. Fails where the system has no thread
/// left.
expected<callback_actor> spawn_callbacks(caf::blocking_actor& self, std::shared_ptr<history> kept,
                                         std::vector<std::string> hosts);

} // namespace faucet
