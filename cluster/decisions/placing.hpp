#pragma once

#include "cluster/decisions/effects.hpp"
#include "model/member_facts.hpp"

#include <map>
#include <set>
#include <string>

namespace faucet {

/// What a member knows of the room that its peers have.
struct placing_state {
  std::map<std::string, member_facts> peers;
  std::set<std::string> leaving; ///< said goodbye
};

/// Takes in what a peer, or the history, says of a peer that there is a link to.
void note_peer(placing_state& x, const member_facts& facts);

/// The peer takes nothing more.
void note_bye(placing_state& x, const std::string& instance);

/// There is no link any more.
void forget_peer(placing_state& x, const std::string& instance);

/// Whether a member claims runs of a pool. One of a release that knows no pools claims any.
bool serves(const member_facts& facts, const std::string& pool);

/// Tells the peer with the most room that a run waits in a pool; nobody where nobody has any. What
/// it was told counts against its room until it says how it is.
void kick_a_peer(placing_state& x, const std::string& pool, effect_list& out);

} // namespace faucet
