#pragma once

#include "cluster/link/handshake.hpp"

#include <caf/actor.hpp>
#include <caf/fwd.hpp>
#include <caf/io/fwd.hpp>

#include <cstdint>

namespace faucet {

/// The name under which a node's mesh is given to whoever has dialled it; CAF calls it a port.
inline constexpr uint16_t mesh_door = 1;

/// CAF's end of a link, from which on CAF owns it. This, and the file behind it, are the one place
/// that knows what CAF is like inside.
caf::io::scribe_ptr make_scribe(caf::actor_system& system, open_link link);

/// Who speaks CAF's protocol on this node. The dialling side asks it
/// (connect_atom, scribe_ptr, uint16_t) -> (node_id, strong_actor_ptr, set<string>).
caf::actor link_broker(caf::actor_system& system);

/// The dialled side: whoever is at the other end gets to know `door`.
void serve_link(caf::actor_system& system, open_link link, const caf::strong_actor_ptr& door,
                std::set<std::string> interface);

} // namespace faucet
