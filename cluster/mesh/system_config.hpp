#pragma once

#include <caf/fwd.hpp>

namespace faucet {

/// Teaches a configuration to speak to other nodes. Call it once, before the actor system is made,
/// beside `configure`. All nodes of a mesh must do the same, for each drops a link on which it
/// hears nothing for some seconds.
void configure_mesh(caf::actor_system_config& config);

} // namespace faucet
