#include "cluster/decisions/renewing.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct renewer {
  renewing_state state{start};
  held_runs held;
  effect_list out;

  /// The leases that are asked for at a moment.
  std::vector<run_hold> renew(moment now) {
    out.clear();
    renew_if_due(state, held, now, timing, out);
    for (const auto& x : out) {
      if (auto* asked = std::get_if<effects::ask_renew>(&x)) {
        return asked->holds;
      }
    }
    return {};
  }

  renewed_leases answer(std::optional<renewed_leases> leases, moment now) {
    out.clear();
    return take_renewed(state, held, {std::move(leases)}, now, timing, out);
  }
};

} // namespace

TEST_CASE("a tick renews what reported since the last one, and nothing else") {
  renewer x;
  x.held[{"a", 1}];
  x.held[{"b", 1}];
  CHECK(x.renew(start).size() == 2);
  x.answer(renewed_leases{}, start);
  x.held[{"b", 1}].reported = true;
  CHECK(x.renew(start + 10s) == std::vector<run_hold>{{"b", 1}});
  CHECK(x.held[{"a", 1}].skipped);
}

TEST_CASE("nothing is renewed between two ticks") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.answer(renewed_leases{}, start);
  x.held[{"a", 1}].reported = true;
  CHECK(x.renew(start + 9s).empty());
}

TEST_CASE("a run whose end the history does not know yet keeps its lease without reporting") {
  renewer x;
  auto& run = x.held[{"a", 1}];
  run.stage = held_stage::finishing;
  run.reported = false;
  CHECK(x.renew(start) == std::vector<run_hold>{{"a", 1}});
}

TEST_CASE("what was dropped, lost or handed back is not renewed") {
  renewer x;
  x.held[{"a", 1}].stage = held_stage::dropped;
  x.held[{"b", 1}].stage = held_stage::returning;
  x.held[{"c", 1}].lost = true;
  CHECK(x.renew(start).empty());
}

TEST_CASE("a lease counts from when it was asked for, not from when the answer came") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.answer(renewed_leases{}, start + 4s);
  CHECK(x.held[{"a", 1}].granted == start);
  REQUIRE(x.out.size() == 1);
  CHECK(std::get<effects::extend_run>(x.out[0]).write_until == start + 25s);
}

TEST_CASE("a lease that the answer calls lost is not longer") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  auto found = x.answer(renewed_leases{{{"a", 1}}, {}}, start);
  CHECK(found.lost == std::vector<run_hold>{{"a", 1}});
  CHECK(x.held[{"a", 1}].granted < start);
  CHECK(x.out.empty());
}

TEST_CASE("a renewal that was not answered is tried again before the next tick") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.answer(std::nullopt, start + 1s);
  CHECK(x.renew(start + 2s).empty());
  CHECK(x.renew(start + 3s) == std::vector<run_hold>{{"a", 1}});
}

TEST_CASE("trying again calls nobody wedged who has had no time to report") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.held[{"b", 1}].reported = false;
  x.answer(std::nullopt, start + 1s);
  x.renew(start + 3s);
  CHECK_FALSE(x.held[{"b", 1}].skipped);
}

TEST_CASE("one renewal is under way at a time") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.held[{"a", 1}].reported = true;
  CHECK(x.renew(start + 10s).empty());
}

TEST_CASE("a member that slept over several ticks makes up for none of them") {
  renewer x;
  x.renew(start + 105s);
  CHECK(x.state.next_tick == start + 115s);
}

TEST_CASE("a run that was left out by a tick and reports again need not wait for the next tick") {
  renewer x;
  auto& run = x.held[{"a", 1}];
  run.reported = false;
  x.renew(start);
  CHECK(run.skipped);
  take_report(x.state, run, start + 2s);
  CHECK(x.renew(start + 2s) == std::vector<run_hold>{{"a", 1}});
  CHECK_FALSE(run.skipped);
}

TEST_CASE("a renewal that took until the next tick is followed by the next one at once") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.held[{"a", 1}].reported = true;
  CHECK(x.renew(start + 10s).empty());
  x.answer(renewed_leases{}, start + 11s);
  CHECK(x.renew(start + 11s) == std::vector<run_hold>{{"a", 1}});
  x.answer(renewed_leases{}, start + 12s);
  CHECK(x.renew(start + 13s).empty());
}

TEST_CASE("a renewal that is made up for tells who is wedged, as a tick does") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.renew(start + 10s);
  x.answer(renewed_leases{}, start + 11s);
  CHECK(x.renew(start + 11s).empty());
  CHECK(x.held[{"a", 1}].skipped);
}

TEST_CASE("a renewal that was silent until the next tick is asked again without a pause") {
  renewer x;
  x.held[{"a", 1}];
  x.renew(start);
  x.renew(start + 10s);
  x.answer(std::nullopt, start + 11s);
  CHECK(x.renew(start + 11s) == std::vector<run_hold>{{"a", 1}});
}
