#include "cluster/decisions/contact.hpp"
#include "cluster/decisions/reclaiming.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

/// The history answers every second from one moment to another.
void answer_between(contact_state& x, moment from, moment to) {
  for (auto at = from; at <= to; at += 1s) {
    note_contact(x, true, at, timing);
  }
}

} // namespace

TEST_CASE("one heartbeat is under way at a time, and the next comes a second later") {
  contact_state x{start};
  effect_list out;
  heartbeat_if_due(x, 1, 3, start, timing, out);
  heartbeat_if_due(x, 1, 3, start + 1s, timing, out);
  REQUIRE(out.size() == 1);
  CHECK(std::get<effects::ask_heartbeat>(out[0]).room == 3);
  x.heartbeat_asked.reset();
  heartbeat_if_due(x, 1, 3, start + 999ms, timing, out);
  CHECK(out.size() == 1);
  heartbeat_if_due(x, 1, 3, start + 1s, timing, out);
  CHECK(out.size() == 2);
}

TEST_CASE("a history that has not answered yet, or failed to, is asked for no work") {
  contact_state x;
  CHECK_FALSE(answers(x));
  note_contact(x, true, start, timing);
  CHECK(answers(x));
  note_contact(x, false, start + 1s, timing);
  CHECK_FALSE(answers(x));
}

TEST_CASE("a member takes the work of others only after a tick of contact") {
  contact_state x;
  answer_between(x, start, start + 9s);
  CHECK_FALSE(is_steady(x, start + 9s, timing));
  answer_between(x, start + 10s, start + 11s);
  CHECK(is_steady(x, start + 11s, timing));
}

TEST_CASE("after an outage of a tick a member waits anew, after a short one it does not") {
  contact_state x;
  answer_between(x, start, start + 20s);
  note_contact(x, false, start + 21s, timing);
  answer_between(x, start + 25s, start + 26s);
  CHECK(is_steady(x, start + 26s, timing));
  answer_between(x, start + 40s, start + 41s);
  CHECK_FALSE(is_steady(x, start + 41s, timing));
}

TEST_CASE("a member that was paused is not steady when it wakes up") {
  contact_state x;
  answer_between(x, start, start + 20s);
  CHECK_FALSE(is_steady(x, start + 80s, timing));
}

TEST_CASE("one reclaim is under way at a time") {
  contact_state contact;
  answer_between(contact, start, start + 20s);
  reclaiming_state x;
  effect_list out;
  reclaim_at_tick(x, contact, start + 20s, timing, out);
  reclaim_at_tick(x, contact, start + 20s, timing, out);
  CHECK(out.size() == 1);
}
