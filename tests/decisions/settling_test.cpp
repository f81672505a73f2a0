#include "cluster/decisions/settling.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct settler {
  settling_state state;
  held_runs held;
  effect_list out;

  void end(const std::string& run, run_status status = run_status::completed) {
    auto& x = held[{run, 1}];
    x.stage = held_stage::finishing;
    x.ended = status;
    state.look = true;
  }

  void give_back(const std::string& run) {
    held[{run, 1}].stage = held_stage::returning;
    state.look = true;
  }

  const effect_list& settle_at(moment now) {
    out.clear();
    settle(state, held, now, out);
    return out;
  }

  void finished(std::optional<std::vector<run_hold>> refused, moment now = start) {
    out.clear();
    take_finished(state, held, {std::move(refused)}, now, timing, out);
  }
};

} // namespace

TEST_CASE("ends that have gathered are told in one statement") {
  settler x;
  x.end("a");
  x.end("b", run_status::failed);
  x.settle_at(start);
  REQUIRE(x.out.size() == 1);
  CHECK(
    std::get<effects::ask_finish>(x.out[0]).runs
    == std::vector<ended_run>{{{"a", 1}, run_status::completed}, {{"b", 1}, run_status::failed}});
}

TEST_CASE("what ends while a statement is under way waits for the next one") {
  settler x;
  x.end("a");
  x.settle_at(start);
  x.end("b");
  CHECK(x.settle_at(start).empty());
  x.finished(std::vector<run_hold>{});
  CHECK(x.held.count({"a", 1}) == 0);
  auto asked = std::get<effects::ask_finish>(x.settle_at(start).at(0));
  CHECK(asked.runs.at(0).hold == run_hold{"b", 1});
}

TEST_CASE("an end that the history does not take for want of an answer is told again") {
  settler x;
  x.end("a");
  x.settle_at(start);
  x.finished(std::nullopt, start + 1s);
  CHECK(x.held.count({"a", 1}) == 1);
  CHECK(x.settle_at(start + 2s).empty());
  CHECK(x.settle_at(start + 3s).size() == 1);
}

TEST_CASE("a result that the history refuses is discarded, and said so") {
  settler x;
  x.end("a");
  x.settle_at(start);
  x.finished(std::vector<run_hold>{{"a", 1}});
  CHECK(x.held.empty());
  CHECK(std::get<effects::discard_result>(x.out.at(0)).run.hold == run_hold{"a", 1});
}

TEST_CASE("a hand-back is told until it is answered") {
  settler x;
  x.give_back("a");
  CHECK(std::get<effects::ask_hand_back>(x.settle_at(start).at(0)).holds
        == std::vector<run_hold>{{"a", 1}});
  take_handed_back(x.state, x.held, {false}, start, timing);
  CHECK(x.settle_at(start + 1s).empty());
  CHECK(x.settle_at(start + 2s).size() == 1);
  take_handed_back(x.state, x.held, {true}, start, timing);
  CHECK(x.held.empty());
}

TEST_CASE("one statement holds a batch at most, and the rest follows") {
  settler x;
  for (auto i = 0; i < 300; ++i) {
    x.end("run " + std::to_string(i));
  }
  CHECK(std::get<effects::ask_finish>(x.settle_at(start).at(0)).runs.size() == settle_batch);
  x.finished(std::vector<run_hold>{});
  CHECK(std::get<effects::ask_finish>(x.settle_at(start).at(0)).runs.size() == 44);
}
