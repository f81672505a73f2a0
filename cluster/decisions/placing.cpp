#include "cluster/decisions/placing.hpp"

#include <algorithm>

namespace faucet {
namespace {

uint32_t room_of(const member_facts& x) {
  return x.in_flight < x.max_concurrent ? x.max_concurrent - x.in_flight : 0;
}

} // namespace

void note_peer(placing_state& x, const member_facts& facts) {
  if (!x.leaving.count(facts.instance)) {
    x.peers[facts.instance] = facts;
  }
}

void note_bye(placing_state& x, const std::string& instance) {
  x.peers.erase(instance);
  x.leaving.insert(instance);
}

void forget_peer(placing_state& x, const std::string& instance) {
  x.peers.erase(instance);
  x.leaving.erase(instance);
}

bool serves(const member_facts& facts, const std::string& pool) {
  return !facts.pools
         || std::find(facts.pools->begin(), facts.pools->end(), pool) != facts.pools->end();
}

void kick_a_peer(placing_state& x, const std::string& pool, effect_list& out) {
  member_facts* best = nullptr;
  for (auto& [instance, facts] : x.peers) {
    if (serves(facts, pool) && room_of(facts) > (best ? room_of(*best) : 0)) {
      best = &facts;
    }
  }
  if (!best) {
    return;
  }
  ++best->in_flight;
  out.emplace_back(effects::kick_peer{best->instance});
}

} // namespace faucet
