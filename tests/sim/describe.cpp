#include "tests/sim/describe.hpp"

#include "tests/sim/witness.hpp"

namespace faucet::sim {
namespace {

std::string list(const std::vector<run_hold>& holds) {
  std::string text;
  for (const auto& hold : holds) {
    text += " [" + render(hold) + "]";
  }
  return text.empty() ? " nothing" : text;
}

const char* or_no_answer(bool answered, const char* what) {
  return answered ? what : "no answer";
}

const char* reason(stop_reason why) {
  switch (why) {
    case stop_reason::none:
      return "nothing";
    case stop_reason::cancel_asked:
      return "a cancel";
    case stop_reason::isolated:
      return "isolation";
    case stop_reason::wedged:
      return "silence";
    case stop_reason::draining:
      return "draining";
    case stop_reason::lost:
      return "another owner";
  }
  return "";
}

struct describe_event {
  std::string operator()(const events::woke&) const {
    return "wakes up";
  }
  std::string operator()(const events::run_submitted& x) const {
    return "a run was stored here, pool " + x.pool;
  }
  std::string operator()(const events::kicked&) const {
    return "hears of a run";
  }
  std::string operator()(const events::cancel_told& x) const {
    return "hears that " + x.run + " is to be cancelled";
  }
  std::string operator()(const events::run_reported& x) const {
    return render(x.hold) + " reports";
  }
  std::string operator()(const events::run_ended& x) const {
    return render(x.hold) + " ends: " + to_string(x.status);
  }
  std::string operator()(const events::claim_answer& x) const {
    if (!x.runs) {
      return "claim: no answer";
    }
    std::vector<run_hold> holds;
    for (const auto& run : *x.runs) {
      holds.push_back(run.hold);
    }
    return "claimed" + list(holds);
  }
  std::string operator()(const events::renew_answer& x) const {
    if (!x.leases) {
      return "renewal: no answer";
    }
    return "renewed, lost" + list(x.leases->lost) + ", to be cancelled"
           + list(x.leases->cancel_wanted);
  }
  std::string operator()(const events::finish_answer& x) const {
    return x.refused ? "finished, refused" + list(*x.refused) : "end: no answer";
  }
  std::string operator()(const events::hand_back_answer& x) const {
    return std::string("hand-back: ") + or_no_answer(x.done, "done");
  }
  std::string operator()(const events::cancels_answer& x) const {
    return x.wanted ? "to be cancelled" + list(*x.wanted) : "cancels: no answer";
  }
  std::string operator()(const events::heartbeat_answer& x) const {
    return std::string("heartbeat: ") + or_no_answer(x.done, "done");
  }
  std::string operator()(const events::reclaim_answer& x) const {
    return x.pools ? "reclaimed " + std::to_string(x.pools->size()) : "reclaim: no answer";
  }
  std::string operator()(const events::reclaim_from_answer& x) const {
    return "reclaim from " + x.instance + ": "
           + (x.pools ? std::to_string(x.pools->size()) : "no answer");
  }
  std::string operator()(const events::members_answer& x) const {
    if (!x.members) {
      return "members: no answer";
    }
    std::string text = "members:";
    for (const auto& member : *x.members) {
      text += " " + member.facts.instance + " (" + std::to_string(member.silent_for.count()) + ")";
    }
    return text;
  }
  std::string operator()(const events::pending_answer& x) const {
    return std::string("waiting runs: ") + or_no_answer(x.by_pool.has_value(), "counted");
  }
  std::string operator()(const events::link_up& x) const {
    return "link to " + x.instance;
  }
  std::string operator()(const events::link_down& x) const {
    return "no link to " + x.instance;
  }
  std::string operator()(const events::peer_facts& x) const {
    return "hears of " + x.facts.instance;
  }
  std::string operator()(const events::peer_bye& x) const {
    return x.instance + " says goodbye";
  }
  std::string operator()(const events::peer_question& x) const {
    return x.peer + " asks about " + x.about;
  }
  std::string operator()(const events::peer_answer& x) const {
    return x.peer + " about " + x.about + ": "
           + or_no_answer(x.talks.has_value(), x.talks.value_or(false) ? "talks" : "does not talk");
  }
  std::string operator()(const events::port_answer& x) const {
    constexpr const char* states[] = {"unknown", "refused", "replaced", "answers"};
    return "port of " + x.instance + ": " + states[static_cast<int>(x.state)];
  }
  std::string operator()(const events::drain_asked&) const {
    return "is to leave";
  }
};

struct describe_effect {
  std::string operator()(const effects::ask_claim& x) const {
    return "claim " + std::to_string(x.limit);
  }
  std::string operator()(const effects::ask_renew& x) const {
    return "renew" + list(x.holds);
  }
  std::string operator()(const effects::ask_finish& x) const {
    std::vector<run_hold> holds;
    for (const auto& run : x.runs) {
      holds.push_back(run.hold);
    }
    return "finish" + list(holds);
  }
  std::string operator()(const effects::ask_hand_back& x) const {
    return "hand back" + list(x.holds);
  }
  std::string operator()(const effects::ask_cancels&) const {
    return "look for cancels";
  }
  std::string operator()(const effects::ask_heartbeat& x) const {
    return "heartbeat, in flight " + std::to_string(x.in_flight);
  }
  std::string operator()(const effects::ask_reclaim&) const {
    return "reclaim";
  }
  std::string operator()(const effects::ask_reclaim_from& x) const {
    return "reclaim from " + x.instance;
  }
  std::string operator()(const effects::ask_members&) const {
    return "look for members";
  }
  std::string operator()(const effects::ask_pending&) const {
    return "count waiting runs";
  }
  std::string operator()(const effects::fail_starved& x) const {
    return "fail what waits in " + x.pool;
  }
  std::string operator()(const effects::start_run& x) const {
    return "start " + render(x.hold);
  }
  std::string operator()(const effects::extend_run& x) const {
    return "extend " + render(x.hold);
  }
  std::string operator()(const effects::stop_run& x) const {
    return "stop " + render(x.hold) + " for " + reason(x.why);
  }
  std::string operator()(const effects::drop_run& x) const {
    return "drop " + render(x.hold) + " for " + reason(x.why);
  }
  std::string operator()(const effects::discard_result& x) const {
    return "discard " + render(x.run.hold) + ", " + to_string(x.run.status);
  }
  std::string operator()(const effects::ask_port& x) const {
    return "knock at " + x.instance;
  }
  std::string operator()(const effects::ask_peer& x) const {
    return "ask " + x.peer + " about " + x.about;
  }
  std::string operator()(const effects::answer_peer& x) const {
    return "answer " + x.peer + " about " + x.about;
  }
  std::string operator()(const effects::kick_peer& x) const {
    return "tell " + x.instance + " of a run";
  }
  std::string operator()(const effects::say_bye&) const {
    return "say goodbye";
  }
  std::string operator()(const effects::tell_isolated&) const {
    return "is isolated";
  }
  std::string operator()(const effects::tell_verdict& x) const {
    return x.instance + (x.dead ? " is dead" : " may live");
  }
  std::string operator()(const effects::leave&) const {
    return "leave";
  }
};

} // namespace

std::string describe(const member_event& event) {
  return std::visit(describe_event{}, event);
}

std::string describe(const effect& told) {
  return std::visit(describe_effect{}, told);
}

} // namespace faucet::sim
