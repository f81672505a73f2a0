#include "cluster/decisions/stopping.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct holder {
  held_runs held;
  effect_list out;

  holder() {
    held[a1].granted = start;
  }

  void stop_for(stop_reason why, std::chrono::milliseconds grace, moment now = start) {
    stop(held.at(a1), a1, why, grace, now, timing, out);
  }

  void end(run_status status) {
    out.clear();
    end_run(held, a1, status, out);
  }
};

} // namespace

TEST_CASE("a run that ends by itself waits for the history to know") {
  holder x;
  x.end(run_status::completed);
  CHECK(x.held.at(a1).stage == held_stage::finishing);
  CHECK(x.held.at(a1).ended == run_status::completed);
}

TEST_CASE("a cancelled run is told once and has the flush grace") {
  holder x;
  cancel_run(x.held, "a", start, timing, x.out);
  cancel_run(x.held, "a", start + 1s, timing, x.out);
  REQUIRE(x.out.size() == 1);
  auto told = std::get<effects::stop_run>(x.out[0]);
  CHECK(told.why == stop_reason::cancel_asked);
  CHECK(told.grace == timing.flush_grace);
}

TEST_CASE("a cancel reaches the run that it names and no other") {
  holder x;
  x.held[{"ab", 1}];
  cancel_run(x.held, "ab", start, timing, x.out);
  CHECK(x.held.at(a1).stage == held_stage::working);
  CHECK(x.held.at({"ab", 1}).stage == held_stage::stopping);
}

TEST_CASE("a cancelled run whose flush fails ends as failed") {
  holder x;
  cancel_run(x.held, "a", start, timing, x.out);
  x.end(run_status::failed);
  CHECK(x.held.at(a1).ended == run_status::failed);
}

TEST_CASE("a run that is stopped because the history is away goes back as pending") {
  holder x;
  x.stop_for(stop_reason::isolated, 5s, start + 20s);
  x.end(run_status::cancelled);
  CHECK(x.held.at(a1).stage == held_stage::returning);
}

TEST_CASE("the grace of an isolated run ends before its lease lets it write no more") {
  holder x;
  x.stop_for(stop_reason::isolated, 5s, start + 22s);
  CHECK(std::get<effects::stop_run>(x.out.at(0)).grace == 3s);
}

TEST_CASE("a run that completes while it is told to stop has completed") {
  for (auto why : {stop_reason::isolated, stop_reason::wedged, stop_reason::draining}) {
    holder x;
    x.stop_for(why, 5s);
    x.end(run_status::completed);
    CHECK(x.held.at(a1).ended == run_status::completed);
  }
}

TEST_CASE("a run that somebody wants cancelled while it stops is not handed back") {
  holder x;
  x.stop_for(stop_reason::draining, 5s);
  cancel_run(x.held, "a", start, timing, x.out);
  x.end(run_status::cancelled);
  CHECK(x.held.at(a1).stage == held_stage::finishing);
  CHECK(x.held.at(a1).ended == run_status::cancelled);
}

TEST_CASE("a wedged run is left to its lease, so that it counts as an attempt") {
  holder x;
  x.stop_for(stop_reason::wedged, 5s);
  x.end(run_status::cancelled);
  CHECK(x.held.empty());
}

TEST_CASE("a run that is another's is dropped, and what came of it is discarded") {
  holder x;
  lose(x.held, a1, x.out);
  CHECK(std::get<effects::drop_run>(x.out.at(0)).why == stop_reason::lost);
  lose(x.held, a1, x.out);
  CHECK(x.out.size() == 1);
  x.end(run_status::completed);
  CHECK(x.held.empty());
  CHECK(std::get<effects::discard_result>(x.out.at(0)).run.status == run_status::completed);
}

TEST_CASE("a run that stops already is dropped when it turns out to be another's") {
  holder x;
  x.stop_for(stop_reason::draining, 5s);
  x.out.clear();
  lose(x.held, a1, x.out);
  CHECK(std::holds_alternative<effects::drop_run>(x.out.at(0)));
}

TEST_CASE("a renewal that knows an end already does not discard the result under way") {
  holder x;
  x.end(run_status::completed);
  x.held.at(a1).asked = true;
  lose(x.held, a1, x.out);
  CHECK(x.held.count(a1) == 1);
  CHECK(x.out.empty());
}

TEST_CASE("a result that waits is discarded when the run turns out to be another's") {
  holder x;
  x.end(run_status::completed);
  lose(x.held, a1, x.out);
  CHECK(x.held.empty());
  CHECK(std::holds_alternative<effects::discard_result>(x.out.at(0)));
}

TEST_CASE("the end of a run that nobody holds changes nothing") {
  holder x;
  end_run(x.held, {"b", 1}, run_status::completed, x.out);
  end_run(x.held, {"a", 2}, run_status::completed, x.out);
  CHECK(x.held.at(a1).stage == held_stage::working);
  CHECK(x.out.empty());
}

TEST_CASE("a run that was to go back and turns out to be another's is forgotten") {
  holder x;
  x.held.at(a1).stage = held_stage::returning;
  lose(x.held, a1, x.out);
  CHECK(x.held.empty());
  CHECK(x.out.empty());
}
