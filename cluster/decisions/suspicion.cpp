#include "cluster/decisions/suspicion.hpp"

#include <algorithm>

namespace faucet {
namespace {

const seen_member* find(const std::vector<seen_member>& members, const std::string& instance) {
  for (const auto& x : members) {
    if (x.facts.instance == instance) {
      return &x;
    }
  }
  return nullptr;
}

void look_later(suspect& x, moment at) {
  x.round = 0;
  x.port.reset();
  x.peers.clear();
  x.look_at = at;
}

/// Asks everybody who can know. Without a link to one of those there is doubt, and nobody is asked.
void ask_around(suspicion_state& x, suspect& about, const std::string& instance,
                const std::string& self, const std::vector<seen_member>& members, moment now,
                const cluster_timing& timing, effect_list& out) {
  look_later(about, now + timing.heartbeat());
  for (const auto& member : members) {
    const auto& peer = member.facts.instance;
    if (peer == self || peer == instance || member.silent_for >= 2 * timing.heartbeat()) {
      continue;
    }
    if (!x.links.count(peer)) {
      about.peers.clear();
      return;
    }
    about.peers[peer].reset();
  }
  about.round = ++x.rounds;
  out.emplace_back(effects::ask_port{instance, about.round});
  for (const auto& [peer, answer] : about.peers) {
    out.emplace_back(effects::ask_peer{peer, instance, about.round});
  }
}

/// The verdict, once everybody has answered.
void judge(suspect& x, const std::string& instance, moment now, const cluster_timing& timing,
           effect_list& out) {
  auto answered = [](const auto& peer) { return peer.second.has_value(); };
  if (!x.port || !std::all_of(x.peers.begin(), x.peers.end(), answered)) {
    return;
  }
  auto gone = *x.port == port_state::refused || *x.port == port_state::replaced;
  auto talks = [](const auto& peer) { return *peer.second; };
  if (!gone || std::any_of(x.peers.begin(), x.peers.end(), talks)) {
    look_later(x, now + timing.heartbeat());
    out.emplace_back(effects::tell_verdict{instance, false});
    return;
  }
  look_later(x, now);
  x.condemned = true;
  out.emplace_back(effects::tell_verdict{instance, true});
  out.emplace_back(effects::ask_reclaim_from{instance});
}

/// The suspect that a round of questions is about.
suspect* in_round(suspicion_state& x, const std::string& instance, uint64_t round) {
  auto at = x.suspects.find(instance);
  return at != x.suspects.end() && round != 0 && at->second.round == round ? &at->second : nullptr;
}

} // namespace

void take_link_up(suspicion_state& x, const std::string& instance) {
  x.links.insert(instance);
  x.suspects.erase(instance);
}

void take_link_down(suspicion_state& x, const std::string& instance, bool watchful, moment now) {
  if (x.links.erase(instance) != 0 && watchful) {
    x.suspects.try_emplace(instance, suspect{now});
  }
}

bool wants_members(const suspicion_state& x, moment now) {
  return std::any_of(x.suspects.begin(), x.suspects.end(), [now](const auto& entry) {
    const auto& one = entry.second;
    return one.round == 0 && !one.condemned && now >= one.look_at;
  });
}

void take_members(suspicion_state& x, const std::string& self,
                  const std::vector<seen_member>& members, const contact_state& contact, moment now,
                  const cluster_timing& timing, effect_list& out) {
  auto silence = 2 * timing.heartbeat();
  for (auto at = x.suspects.begin(); at != x.suspects.end();) {
    auto& [instance, one] = *at;
    auto* seen = find(members, instance);
    if (!one.condemned && (!seen || seen->silent_for >= timing.lease)) {
      at = x.suspects.erase(at);
      continue;
    }
    if (one.round == 0 && !one.condemned) {
      if (seen->silent_for < silence) {
        one.look_at = now + silence - seen->silent_for;
      } else if (!answers(contact) || now - contact.unbroken < silence) {
        one.look_at = now + timing.heartbeat();
      } else {
        ask_around(x, one, instance, self, members, now, timing, out);
      }
    }
    ++at;
  }
}

void take_port(suspicion_state& x, const events::port_answer& answer, moment now,
               const cluster_timing& timing, effect_list& out) {
  auto* one = in_round(x, answer.instance, answer.round);
  if (!one) {
    return;
  }
  one->port = answer.state;
  judge(*one, answer.instance, now, timing, out);
}

void take_peer(suspicion_state& x, const events::peer_answer& answer, moment now,
               const cluster_timing& timing, effect_list& out) {
  auto* one = in_round(x, answer.about, answer.round);
  if (!one || !one->peers.count(answer.peer)) {
    return;
  }
  one->peers[answer.peer] = answer.talks.value_or(true);
  judge(*one, answer.about, now, timing, out);
}

void take_reclaimed_from(suspicion_state& x, const events::reclaim_from_answer& answer, moment now,
                         const cluster_timing& timing) {
  auto at = x.suspects.find(answer.instance);
  if (at == x.suspects.end() || !at->second.condemned) {
    return;
  }
  if (answer.pools) {
    x.suspects.erase(at);
    return;
  }
  at->second.condemned = false;
  look_later(at->second, now + timing.heartbeat());
}

} // namespace faucet
