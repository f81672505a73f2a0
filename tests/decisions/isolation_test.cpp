#include "cluster/decisions/isolation.hpp"
#include "cluster/decisions/stopping.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct member_alone {
  isolation_state state{start};
  held_runs held;
  effect_list out;

  member_alone() {
    held[a1].granted = start;
  }

  const effect_list& look(moment now) {
    out.clear();
    stop_before_leases_end(state, held, now, timing, out);
    return out;
  }
};

} // namespace

TEST_CASE("a run stops when its lease was not renewed for two thirds of it", "[P199]") {
  member_alone x;
  CHECK(x.look(start + 19999ms).empty());
  x.look(start + 20s);
  REQUIRE(x.out.size() == 2);
  auto told = std::get<effects::stop_run>(x.out[0]);
  CHECK(told.why == stop_reason::isolated);
  CHECK(told.grace == 5s);
  CHECK(std::holds_alternative<effects::tell_isolated>(x.out[1]));
}

TEST_CASE("a run that does not stop in its grace is dropped before its lease ends") {
  member_alone x;
  x.look(start + 20s);
  CHECK(x.state.look_at == start + 25s);
  x.look(start + 25s);
  REQUIRE(x.out.size() == 1);
  CHECK(std::get<effects::drop_run>(x.out[0]).why == stop_reason::isolated);
  CHECK(x.held.at(a1).stage == held_stage::dropped);
}

TEST_CASE("a process that was paused beyond its lease drops its runs before anything else") {
  member_alone x;
  x.look(start + 60s);
  REQUIRE(!x.out.empty());
  CHECK(std::holds_alternative<effects::drop_run>(x.out[0]));
}

TEST_CASE("each run is told once and an outage is told once") {
  member_alone x;
  x.held[{"b", 1}].granted = start + 1s;
  x.look(start + 20s);
  x.look(start + 21s);
  REQUIRE(x.out.size() == 1);
  CHECK(std::get<effects::stop_run>(x.out[0]).hold == run_hold{"b", 1});
  CHECK(x.look(start + 22s).empty());
}

TEST_CASE("a renewed lease moves the moment on") {
  member_alone x;
  x.held.at(a1).granted = start + 10s;
  CHECK(x.look(start + 20s).empty());
  CHECK(x.state.look_at == start + 30s);
}

TEST_CASE("a run that the last tick left out is wedged, and no isolation is told") {
  member_alone x;
  x.held.at(a1).skipped = true;
  x.look(start + 20s);
  REQUIRE(x.out.size() == 1);
  CHECK(std::get<effects::stop_run>(x.out[0]).why == stop_reason::wedged);
}

TEST_CASE("a cancelled run that takes its grace is dropped after it") {
  member_alone x;
  auto soon = timing;
  soon.flush_grace = 3s;
  cancel(x.held.at(a1), a1, start, soon, x.out);
  CHECK(x.look(start + 2s).empty());
  CHECK(std::get<effects::drop_run>(x.look(start + 3s).at(0)).why == stop_reason::cancel_asked);
}

TEST_CASE("what has ended is left alone") {
  member_alone x;
  x.held.at(a1).stage = held_stage::finishing;
  CHECK(x.look(start + 60s).empty());
}
