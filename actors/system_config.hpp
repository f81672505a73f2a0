#pragma once

#include <caf/fwd.hpp>

namespace faucet {

/// Teaches a configuration our message types and errors, and sets what we need where the host has
/// set nothing. Call it once, before the actor system is made.
void configure(caf::actor_system_config& config);

} // namespace faucet
