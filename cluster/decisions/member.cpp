#include "cluster/decisions/member.hpp"

#include "cluster/decisions/stopping.hpp"

#include <algorithm>
#include <utility>

namespace faucet {
namespace {

/// One step of a member: an overload for each event, then what the time asks for.
class member_step {
public:
  member_step(member_state& x, moment now, effect_list& out)
    : x_(x), timing_(x.settings.timing), now_(now), out_(out) {
    // nop
  }

  // -- time -------------------------------------------------------------------

  void operator()(const events::woke&) {
    // nop
  }

  // -- of runs ----------------------------------------------------------------

  void operator()(const events::run_submitted& event) {
    auto serves_it = serves(x_.settings.self, event.pool);
    x_.claiming.wanted = x_.claiming.wanted || serves_it;
    if (!serves_it || room() == 0) {
      kick_a_peer(x_.placing, event.pool, out_);
    }
  }

  void operator()(const events::kicked&) {
    x_.claiming.wanted = true;
  }

  void operator()(const events::cancel_told& event) {
    cancel_run(x_.held, event.run, now_, timing_, out_);
    look_no_later(x_.isolation, now_ + timing_.flush_grace);
  }

  void operator()(const events::run_reported& event) {
    if (auto at = x_.held.find(event.hold); at != x_.held.end()) {
      take_report(x_.renewing, at->second, now_);
    }
  }

  void operator()(const events::run_ended& event) {
    end_run(x_.held, event.hold, event.status, out_);
    x_.settling.look = true;
  }

  // -- answers of the history -------------------------------------------------

  void operator()(const events::claim_answer& event) {
    if (x_.claiming.asked && now_ < *x_.claiming.asked + timing_.fence()) {
      look_no_later(x_.isolation, *x_.claiming.asked + timing_.fence());
    }
    take_claimed(x_.claiming, x_.held, event, x_.draining.draining, now_, timing_, out_);
    x_.settling.look = true;
  }

  void operator()(const events::renew_answer& event) {
    if (!x_.renewing.asked) {
      return;
    }
    note_contact(x_.contact, event.leases.has_value(), *x_.renewing.asked, timing_);
    auto found = take_renewed(x_.renewing, x_.held, event, now_, timing_, out_);
    for (const auto& hold : found.lost) {
      lose(x_.held, hold, out_);
    }
    cancel_all(found.cancel_wanted);
  }

  void operator()(const events::finish_answer& event) {
    take_finished(x_.settling, x_.held, event, now_, timing_, out_);
  }

  void operator()(const events::hand_back_answer& event) {
    take_handed_back(x_.settling, x_.held, event, now_, timing_);
  }

  void operator()(const events::cancels_answer& event) {
    x_.cancels_asked = false;
    if (event.wanted) {
      cancel_all(*event.wanted);
    }
  }

  void operator()(const events::heartbeat_answer& event) {
    auto asked = std::exchange(x_.contact.heartbeat_asked, std::nullopt);
    if (asked) {
      note_contact(x_.contact, event.done, *asked, timing_);
    }
    if (event.done && x_.members.empty()) { // it has just entered the registry
      ask_once<effects::ask_members>(x_.members_asked);
    }
  }

  void operator()(const events::reclaim_answer& event) {
    x_.reclaiming.asked = false;
    place(event.pools);
  }

  void operator()(const events::reclaim_from_answer& event) {
    take_reclaimed_from(x_.suspicion, event, now_, timing_);
    place(event.pools);
  }

  void operator()(const events::members_answer& event) {
    x_.members_asked = false;
    if (!event.members) {
      for (auto& [instance, suspect] : x_.suspicion.suspects) {
        suspect.look_at = std::max(suspect.look_at, now_ + timing_.heartbeat());
      }
      return;
    }
    x_.members = *event.members;
    if (std::exchange(x_.pending_due, false)) {
      ask_once<effects::ask_pending>(x_.pending_asked);
    }
    for (const auto& member : x_.members) {
      if (x_.suspicion.links.count(member.facts.instance)) {
        note_peer(x_.placing, member.facts);
      }
    }
    take_members(x_.suspicion, x_.settings.self.instance, x_.members, x_.contact, now_, timing_,
                 out_);
  }

  void operator()(const events::pending_answer& event) {
    x_.pending_asked = false;
    take_pending(x_.starving, event, x_.settings.self, x_.members, x_.settings.pool_wait, now_,
                 timing_, out_);
  }

  // -- of the mesh ------------------------------------------------------------

  void operator()(const events::link_up& event) {
    take_link_up(x_.suspicion, event.instance);
    ask_once<effects::ask_members>(x_.members_asked);
  }

  void operator()(const events::link_down& event) {
    take_link_down(x_.suspicion, event.instance, x_.settings.fast_failover, now_);
    forget_peer(x_.placing, event.instance);
  }

  void operator()(const events::peer_facts& event) {
    if (x_.suspicion.links.count(event.facts.instance)) {
      note_peer(x_.placing, event.facts);
    }
  }

  void operator()(const events::peer_bye& event) {
    note_bye(x_.placing, event.instance);
  }

  void operator()(const events::peer_question& event) {
    auto talks = x_.suspicion.links.count(event.about) != 0;
    out_.emplace_back(effects::answer_peer{event.peer, event.about, event.round, talks});
  }

  void operator()(const events::peer_answer& event) {
    take_peer(x_.suspicion, event, now_, timing_, out_);
  }

  void operator()(const events::port_answer& event) {
    take_port(x_.suspicion, event, now_, timing_, out_);
  }

  // -- of the node ------------------------------------------------------------

  void operator()(const events::drain_asked&) {
    drain(x_.draining, now_, timing_, out_);
  }

  // -- what follows each event ------------------------------------------------

  void follow() {
    if (answers(x_.contact)) {
      end_isolation(x_.isolation);
    }
    if (renew_if_due(x_.renewing, x_.held, now_, timing_, out_)) {
      reclaim_at_tick(x_.reclaiming, x_.contact, now_, timing_, out_);
      ask_once<effects::ask_members>(x_.members_asked);
      x_.pending_due = true;
    }
    tell_of_life();
    poll();
    if (wants_members(x_.suspicion, now_)) {
      ask_once<effects::ask_members>(x_.members_asked);
    }
    if (!x_.draining.draining && answers(x_.contact)) {
      claim_if_wanted(x_.claiming, x_.held, x_.settings.self.max_concurrent, now_, out_);
    }
    settle(x_.settling, x_.held, now_, out_);
    drain_on(x_.draining, x_.held, x_.claiming, x_.isolation, now_, timing_, out_);
  }

private:
  /// Places that a claim has reserved are free, as long as nothing came of it.
  void tell_of_life() {
    auto in_flight = static_cast<uint32_t>(x_.held.size());
    auto most = x_.draining.draining ? 0 : x_.settings.self.max_concurrent;
    auto room = most - std::min(most, in_flight);
    heartbeat_if_due(x_.contact, in_flight, room, now_, timing_, out_);
  }

  void poll() {
    if (now_ < x_.next_poll) {
      return;
    }
    x_.next_poll = now_ + timing_.poll;
    x_.claiming.wanted = true;
    if (!x_.held.empty()) {
      ask_once<effects::ask_cancels>(x_.cancels_asked);
    }
  }

  /// Runs wait again in these pools; peers are told of those that there is no room for here.
  void place(const std::optional<std::vector<std::string>>& pools) {
    auto places = room();
    for (const auto& pool : pools.value_or(std::vector<std::string>{})) {
      auto serves_it = serves(x_.settings.self, pool);
      x_.claiming.wanted = x_.claiming.wanted || serves_it;
      if (serves_it && places > 0) {
        --places;
      } else {
        kick_a_peer(x_.placing, pool, out_);
      }
    }
  }

  template <class Effect>
  void ask_once(bool& asked) {
    if (!std::exchange(asked, true)) {
      out_.emplace_back(Effect{});
    }
  }

  void cancel_all(const std::vector<run_hold>& holds) {
    for (const auto& hold : holds) {
      if (auto at = x_.held.find(hold); at != x_.held.end()) {
        cancel(at->second, hold, now_, timing_, out_);
      }
    }
    look_no_later(x_.isolation, now_ + timing_.flush_grace);
  }

  [[nodiscard]] uint32_t room() const {
    return x_.draining.draining
             ? 0
             : free_places(x_.claiming, x_.held, x_.settings.self.max_concurrent);
  }

  member_state& x_;
  const cluster_timing& timing_;
  moment now_;
  effect_list& out_;
};

} // namespace

member_state join(member_settings settings, moment now) {
  member_state x;
  x.settings = std::move(settings);
  x.renewing.next_tick = now + x.settings.timing.tick();
  x.contact.next_heartbeat = now;
  x.next_poll = now;
  return x;
}

effect_list step(member_state& x, const member_event& event, moment now) {
  effect_list out;
  if (x.draining.left) {
    return out;
  }
  stop_before_leases_end(x.isolation, x.held, now, x.settings.timing, out);
  member_step taken(x, now, out);
  std::visit(taken, event);
  taken.follow();
  return out;
}

moment next_due(const member_state& x) {
  if (x.draining.left) {
    return moment::max();
  }
  auto due = std::min({x.renewing.next_tick, x.next_poll, x.isolation.look_at,
                       next_due(x.draining, x.settings.timing)});
  auto consider = [&due](bool counts, moment at) { due = counts ? std::min(due, at) : due; };
  consider(!x.contact.heartbeat_asked, x.contact.next_heartbeat);
  consider(x.renewing.retry_at && !x.renewing.asked, x.renewing.retry_at.value_or(moment::max()));
  for (const auto* line : {&x.settling.finishing, &x.settling.returning}) {
    consider(line->retry_at && line->asked.empty(), line->retry_at.value_or(moment::max()));
  }
  for (const auto& [instance, suspect] : x.suspicion.suspects) {
    consider(suspect.round == 0 && !suspect.condemned && !x.members_asked, suspect.look_at);
  }
  return due;
}

bool accepts_submissions(const member_state& x) {
  return !x.draining.draining;
}

} // namespace faucet
