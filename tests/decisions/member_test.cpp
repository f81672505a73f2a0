#include "cluster/decisions/member.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct one_member {
  member_state state;
  moment now = start;
  effect_list out;

  explicit one_member(uint32_t capacity = 2, member_settings settings = {}) {
    settings.self.instance = "me";
    settings.self.max_concurrent = capacity;
    settings.self.pools = {{"default"}};
    state = join(std::move(settings), now);
    tell(events::woke{});
    tell(events::heartbeat_answer{true});
  }

  void tell(const member_event& event, std::chrono::milliseconds later = 0ms) {
    now += later;
    out = step(state, event, now);
  }

  /// Wakes it at each moment that it asks for, up to a later one; everything it asks of the history
  /// stays unanswered where `answers` says so.
  template <class Effect>
  uint32_t count_until(moment end, bool answers) {
    uint32_t found = 0;
    while (next_due(state) <= end) {
      now = std::max(now, next_due(state));
      tell(events::woke{});
      found += count<Effect>();
      auto told = out;
      for (const auto& x : told) {
        found += answer<Effect>(x, answers);
      }
    }
    return found;
  }

  template <class Effect>
  uint32_t count() const {
    uint32_t found = 0;
    for (const auto& x : out) {
      found += std::holds_alternative<Effect>(x) ? 1 : 0;
    }
    return found;
  }

  /// Member with run a, claimed now.
  void hold_a() {
    tell(events::claim_answer{{{{a1}}}});
  }

private:
  template <class Effect>
  uint32_t answer(const effect& x, bool answers) {
    if (std::holds_alternative<effects::ask_heartbeat>(x)) {
      tell(events::heartbeat_answer{answers});
    } else if (std::holds_alternative<effects::ask_renew>(x))
      tell(events::renew_answer{answers ? std::optional(renewed_leases{}) : std::nullopt});
    else if (std::holds_alternative<effects::ask_members>(x))
      tell(events::members_answer{});
    else if (std::holds_alternative<effects::ask_reclaim>(x))
      tell(events::reclaim_answer{});
    else if (std::holds_alternative<effects::ask_cancels>(x))
      tell(events::cancels_answer{});
    else if (std::holds_alternative<effects::ask_claim>(x))
      tell(events::claim_answer{});
    else
      return 0;
    return count<Effect>();
  }
};

} // namespace

TEST_CASE("a member claims as soon as the history has answered it") {
  one_member x;
  CHECK(x.count<effects::ask_claim>() == 1);
}

TEST_CASE("a run that is stored here is claimed here at once where there is room") {
  one_member x;
  x.tell(events::claim_answer{std::vector<won_run>{}});
  x.tell(events::run_submitted{"default"}, 1ms);
  CHECK(x.count<effects::ask_claim>() == 1);
}

TEST_CASE("a run that is stored here is told to a peer where there is no room, or no pool for it") {
  one_member x(1);
  x.hold_a();
  member_facts peer;
  peer.instance = "you";
  peer.max_concurrent = 4;
  x.tell(events::link_up{"you"});
  x.tell(events::peer_facts{peer});
  x.tell(events::run_submitted{"default"});
  CHECK(x.count<effects::kick_peer>() == 1);
  one_member y;
  y.tell(events::link_up{"you"});
  y.tell(events::peer_facts{peer});
  y.tell(events::run_submitted{"gpu"});
  CHECK(y.count<effects::kick_peer>() == 1);
}

TEST_CASE("runs of a dead member that there is no room for are told to peers, one each") {
  one_member x(2);
  x.hold_a();
  for (const auto* name : {"p", "q"}) {
    member_facts peer;
    peer.instance = name;
    peer.max_concurrent = 1;
    x.tell(events::link_up{name});
    x.tell(events::peer_facts{peer});
  }
  x.state.reclaiming.asked = true;
  x.tell(events::reclaim_answer{std::vector<std::string>(3, "default")});
  CHECK(x.count<effects::ask_claim>() == 1);
  CHECK(x.count<effects::kick_peer>() == 2);
  x.tell(events::reclaim_from_answer{"dead", std::vector<std::string>{"gpu"}});
  CHECK(x.count<effects::kick_peer>() == 0); // nobody has room any more
}

TEST_CASE("a member without runs looks for those of the dead, however short the leases are") {
  auto lease = GENERATE(1s, 3s, 4s, 30s);
  member_settings settings;
  settings.timing.lease = lease;
  one_member x(2, settings);
  CHECK(x.count_until<effects::ask_reclaim>(start + 3 * lease, true) >= 2);
}

TEST_CASE("a place that becomes free is filled at once") {
  one_member x(1);
  x.hold_a();
  x.tell(events::kicked{});
  CHECK(x.count<effects::ask_claim>() == 0);
  x.tell(events::run_ended{a1, run_status::completed});
  CHECK(x.count<effects::ask_finish>() == 1);
  x.tell(events::finish_answer{std::vector<run_hold>{}});
  CHECK(x.count<effects::ask_claim>() == 1);
}

TEST_CASE("a run keeps its place from the claim until the history knows its end", "[P316]") {
  one_member x(1);
  x.hold_a();
  CHECK(x.state.held.size() == 1);
  x.tell(events::run_ended{a1, run_status::failed});
  x.tell(events::finish_answer{});
  CHECK(x.state.held.size() == 1);
}

TEST_CASE("all runs of a claim are started, whatever becomes of one of them", "[P314]") {
  one_member x;
  x.tell(events::claim_answer{{{{{"a", 1}, true}, {{"b", 1}}}}});
  CHECK(x.count<effects::start_run>() == 1);
  CHECK(x.count<effects::ask_finish>() == 1);
}

TEST_CASE("an outage stops the runs once, and hands them back when it is over", "[P199][P200]") {
  one_member x;
  x.hold_a();
  CHECK(x.count_until<effects::stop_run>(start + 21s, false) == 1);
  x.tell(events::run_ended{a1, run_status::cancelled});
  CHECK(x.count<effects::ask_hand_back>() == 1);
  x.tell(events::hand_back_answer{false});
  CHECK(x.count_until<effects::ask_hand_back>(x.now + 2s, false) == 1);
  x.tell(events::hand_back_answer{true});
  CHECK(x.state.held.empty());
}

TEST_CASE("nothing is claimed while the history does not answer") {
  one_member x;
  x.tell(events::claim_answer{std::vector<won_run>{}});
  x.tell(events::woke{}, 1s);
  x.tell(events::heartbeat_answer{false});
  x.tell(events::kicked{});
  CHECK(x.count<effects::ask_claim>() == 0);
  x.tell(events::woke{}, 1s);
  x.tell(events::heartbeat_answer{true});
  CHECK(x.count<effects::ask_claim>() == 1);
}

TEST_CASE("an end that the history refuses to take is told until it does", "[P317]") {
  one_member x;
  x.hold_a();
  x.tell(events::run_ended{a1, run_status::completed});
  x.tell(events::finish_answer{});
  CHECK(x.count_until<effects::ask_finish>(start + 2s, true) == 1);
  x.tell(events::finish_answer{std::vector<run_hold>{}});
  CHECK(x.state.held.empty());
}

TEST_CASE("a run that another owns is dropped and its result discarded", "[P230]") {
  one_member x;
  x.hold_a();
  x.tell(events::woke{}, 10s);
  REQUIRE(x.count<effects::ask_renew>() == 1);
  x.tell(events::renew_answer{renewed_leases{{a1}, {}}});
  CHECK(x.count<effects::drop_run>() == 1);
  x.tell(events::run_ended{a1, run_status::completed});
  CHECK(x.count<effects::ask_finish>() == 0);
  CHECK(x.count<effects::discard_result>() == 1);
}

TEST_CASE("a cancel reaches a run by a message, by the poll and by the renewal") {
  one_member x;
  x.hold_a();
  x.tell(events::cancel_told{"a"});
  CHECK(x.count<effects::stop_run>() == 1);
  one_member y;
  y.hold_a();
  y.tell(events::woke{}, 2s);
  REQUIRE(y.count<effects::ask_cancels>() == 1);
  y.tell(events::cancels_answer{{{a1}}});
  CHECK(y.count<effects::stop_run>() == 1);
  one_member z;
  z.hold_a();
  z.tell(events::woke{}, 10s);
  z.tell(events::renew_answer{renewed_leases{{}, {a1}}});
  CHECK(z.count<effects::stop_run>() == 1);
}

TEST_CASE("a member that leaves says so, claims nothing, and lets its runs end") {
  one_member x;
  x.hold_a();
  x.tell(events::drain_asked{});
  CHECK(x.count<effects::say_bye>() == 1);
  CHECK_FALSE(accepts_submissions(x.state));
  x.tell(events::kicked{});
  CHECK(x.count<effects::ask_claim>() == 0);
  x.tell(events::run_ended{a1, run_status::completed});
  x.tell(events::finish_answer{std::vector<run_hold>{}});
  CHECK(x.count<effects::leave>() == 1);
  CHECK(next_due(x.state) == moment::max());
}

TEST_CASE("what does not end in the grace of a leaving member is stopped and handed back") {
  one_member x;
  x.hold_a();
  x.tell(events::drain_asked{});
  for (auto i = 0; i < 6; ++i) {
    x.tell(events::run_reported{a1});
    x.count_until<effects::leave>(x.now + 10s, true);
  }
  CHECK(x.state.held.at(a1).why == stop_reason::draining);
  x.tell(events::run_ended{a1, run_status::cancelled});
  CHECK(x.count<effects::ask_hand_back>() == 1);
  x.tell(events::hand_back_answer{true});
  CHECK(x.count<effects::leave>() == 1);
}

TEST_CASE("a run that a claim brings to a leaving member is handed back", "[P316]") {
  one_member x;
  x.tell(events::drain_asked{});
  CHECK(x.count<effects::leave>() == 0);
  x.hold_a();
  CHECK(x.count<effects::start_run>() == 0);
  CHECK(x.count<effects::ask_hand_back>() == 1);
}

TEST_CASE("a member that the history forsakes leaves in the end") {
  one_member x;
  x.hold_a();
  x.tell(events::drain_asked{});
  CHECK(x.count_until<effects::leave>(start + 200s, false) == 1);
}

TEST_CASE("an answer to a question of a peer says whether there is a link") {
  one_member x;
  x.tell(events::link_up{"b"});
  x.tell(events::peer_question{"c", "b", 7});
  CHECK(std::get<effects::answer_peer>(x.out.at(0)).talks);
  x.tell(events::link_down{"b"});
  x.tell(events::peer_question{"c", "b", 7});
  CHECK_FALSE(std::get<effects::answer_peer>(x.out.at(0)).talks);
}

TEST_CASE("an idle member wakes up for what is due and never in vain") {
  one_member x;
  x.tell(events::claim_answer{std::vector<won_run>{}});
  auto wakes = 0;
  while (x.now < start + 60s) {
    auto due = next_due(x.state);
    REQUIRE(due > x.now);
    x.now = due;
    x.tell(events::woke{});
    REQUIRE(!x.out.empty());
    if (x.count<effects::ask_heartbeat>()) {
      x.tell(events::heartbeat_answer{true});
    }
    if (x.count<effects::ask_claim>()) {
      x.tell(events::claim_answer{std::vector<won_run>{}});
    }
    ++wakes;
  }
  CHECK(wakes < 70);
}

TEST_CASE("a member that waits for a claim tells others of the runs that it has, and of the room") {
  one_member x(3);
  x.hold_a();
  x.tell(events::kicked{}, 1ms);
  CHECK(x.count<effects::ask_claim>() == 1);
  x.tell(events::woke{}, 60s);
  REQUIRE(x.count<effects::ask_heartbeat>() == 1);
  for (const auto& effect : x.out) {
    if (const auto* told = std::get_if<effects::ask_heartbeat>(&effect)) {
      CHECK(told->in_flight == 1);
      CHECK(told->room == 2);
    }
  }
}

TEST_CASE("a claim that is answered after a long pause leaves nothing due in the past") {
  one_member x;
  x.tell(events::woke{}, 25s);
  x.hold_a();
  CHECK(next_due(x.state) > x.now);
}
