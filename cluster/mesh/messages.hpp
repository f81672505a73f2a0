#pragma once

// What crosses from node to node, and what a node's member and its mesh say to each other. No
// floating point number may be inspected: CAF 0.17 does not survive infinities.

#include "cluster/messages.hpp"
#include "model/member_facts.hpp"

#include <caf/error.hpp>
#include <caf/fwd.hpp>

#include <memory>
#include <string>
#include <vector>

namespace faucet {
class link_listener;
} // namespace faucet

namespace faucet::atom {

using answer = caf::atom_constant<caf::atom("answer")>;
using ask = caf::atom_constant<caf::atom("ask")>;
using bye = caf::atom_constant<caf::atom("bye")>;
using facts = caf::atom_constant<caf::atom("facts")>;
using hello = caf::atom_constant<caf::atom("hello")>;
using join = caf::atom_constant<caf::atom("join")>;
using knock = caf::atom_constant<caf::atom("knock")>;
using probe = caf::atom_constant<caf::atom("probe")>;

} // namespace faucet::atom

namespace faucet {

/// A node that another one knows.
struct known_node {
  std::string instance;
  std::string mesh; ///< host:port
};

/// What a node says of itself to another, and whom else it has links to.
struct introduction {
  member_facts facts;
  std::vector<known_node> knows;
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, known_node& x) {
  return f(x.instance, x.mesh);
}

caf::error inspect(caf::serializer& to, introduction& x);
caf::error inspect(caf::deserializer& from, introduction& x);
std::string to_string(const introduction& x);

/// A node, as other nodes see it.
using peer_actor = caf::typed_actor<
  // Who speaks over this link; the reply says who answers.
  caf::replies_to<atom::hello, introduction>::with<introduction>,
  // How the sender is now.
  caf::reacts_to<atom::facts, introduction>,
  // There is a run to claim.
  caf::reacts_to<atom::kick>,
  // Somebody wants a run cancelled; whoever owns it stops it.
  caf::reacts_to<atom::cancel, std::string>,
  // This instance takes nothing more, and leaves.
  caf::reacts_to<atom::bye, std::string>,
  // The asking instance wants to know whether another one still talks to this node.
  caf::replies_to<atom::ask, std::string, std::string>::with<bool>>;

/// A node's links to all others. What is beside `peer_actor` is said on its own node alone.
using mesh_actor = peer_actor::extend<
  // The member that is to be told of peers, and who it is.
  caf::reacts_to<atom::join, member_actor, member_facts>,
  // How this node's member is now.
  caf::reacts_to<atom::facts, member_facts>,
  // Who lives, as the history says.
  caf::reacts_to<atom::members, std::vector<live_member>>,
  // Tell an instance that there is a run to claim.
  caf::reacts_to<atom::kick, std::string>,
  // Tell every peer that somebody wants a run cancelled.
  caf::reacts_to<atom::stop, std::string>,
  // Ask a peer whether it still talks to another instance. No reply is an error.
  caf::replies_to<atom::probe, std::string, std::string>::with<bool>,
  // Look who is where an instance was.
  caf::replies_to<atom::probe, std::string>::with<port_state>,
  // The member's answer to the question of a peer: who asked, about whom, which question.
  caf::reacts_to<atom::answer, std::string, std::string, uint64_t, bool>,
  // Tell every peer that this node takes nothing more.
  caf::reacts_to<atom::bye>,
  // The listener of this mesh, which ends with it.
  caf::reacts_to<atom::open, std::shared_ptr<link_listener>>,
  // An instance was here and wants to be dialled, there.
  caf::reacts_to<atom::knock, std::string, std::string>,
  // Its own reminder to ask the history again.
  caf::reacts_to<atom::members>,
  // Its own reminder that somebody is to be dialled.
  caf::reacts_to<atom::tick>>;

} // namespace faucet

CAF_ALLOW_UNSAFE_MESSAGE_TYPE(faucet::port_state)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::shared_ptr<faucet::link_listener>)
