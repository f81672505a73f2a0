#include "cluster/decisions/claiming.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct claimer {
  claiming_state state;
  held_runs held;
  effect_list out;

  void want(uint32_t capacity, moment now = start) {
    state.wanted = true;
    claim_if_wanted(state, held, capacity, now, out);
  }

  void answer(std::vector<won_run> runs, moment now = start, bool leaving = false) {
    take_claimed(state, held, {std::move(runs)}, leaving, now, timing, out);
  }

  template <class Effect>
  std::vector<Effect> told() const {
    std::vector<Effect> result;
    for (const auto& x : out) {
      if (auto* one = std::get_if<Effect>(&x)) {
        result.push_back(*one);
      }
    }
    return result;
  }
};

} // namespace

TEST_CASE("a claim asks for as many runs as there are places") {
  claimer x;
  x.held[{"a", 1}];
  x.want(4);
  auto asked = x.told<effects::ask_claim>();
  REQUIRE(asked.size() == 1);
  CHECK(asked[0].limit == 3);
}

TEST_CASE("a member without a place claims nothing until one is free") {
  claimer x;
  x.held[{"a", 1}];
  x.want(1);
  CHECK(x.out.empty());
  x.held.clear();
  claim_if_wanted(x.state, x.held, 1, start, x.out);
  CHECK(x.told<effects::ask_claim>().size() == 1);
}

TEST_CASE("a claim under way keeps its places, and no second one starts beside it") {
  claimer x;
  x.want(4);
  CHECK(free_places(x.state, x.held, 4) == 0);
  x.want(8);
  CHECK(x.told<effects::ask_claim>().size() == 1);
}

TEST_CASE("what was wanted while a claim was under way is claimed after it") {
  claimer x;
  x.want(4);
  x.want(4);
  x.answer({});
  claim_if_wanted(x.state, x.held, 4, start, x.out);
  CHECK(x.told<effects::ask_claim>().size() == 2);
}

TEST_CASE("a claim that was filled asks again, one that was not does not") {
  claimer x;
  x.want(2);
  x.answer({{{"a", 1}}, {{"b", 1}}});
  CHECK(x.state.wanted);
  claimer y;
  y.want(2);
  y.answer({{{"a", 1}}});
  CHECK_FALSE(y.state.wanted);
}

TEST_CASE("a claimed run starts, and its lease counts from when it was asked for") {
  claimer x;
  x.want(2);
  x.answer({{{"a", 1}}}, start + 3s);
  auto started = x.told<effects::start_run>();
  REQUIRE(started.size() == 1);
  CHECK(started[0].hold == run_hold{"a", 1});
  CHECK(started[0].write_until == start + 25s);
}

TEST_CASE("a claimed run that somebody had cancelled is never started") {
  claimer x;
  x.want(2);
  x.answer({{{"a", 2}, true}});
  CHECK(x.told<effects::start_run>().empty());
  CHECK(x.held.at({"a", 2}).stage == held_stage::finishing);
  CHECK(x.held.at({"a", 2}).ended == run_status::cancelled);
}

TEST_CASE("a run whose lease has nearly ended when the claim is answered goes back") {
  claimer x;
  x.want(2);
  x.answer({{{"a", 1}}}, start + 20s);
  CHECK(x.told<effects::start_run>().empty());
  CHECK(x.held.at({"a", 1}).stage == held_stage::returning);
}

TEST_CASE("a run that is claimed while the member leaves goes back") {
  claimer x;
  x.want(2);
  x.answer({{{"a", 1}}}, start, true);
  CHECK(x.told<effects::start_run>().empty());
  CHECK(x.held.at({"a", 1}).stage == held_stage::returning);
}

TEST_CASE("a claim without an answer frees its places") {
  claimer x;
  x.want(2);
  take_claimed(x.state, x.held, {}, false, start, timing, x.out);
  CHECK(x.held.empty());
  CHECK(free_places(x.state, x.held, 2) == 2);
}

TEST_CASE("one claim takes a batch at most") {
  claimer x;
  x.want(5000);
  CHECK(x.told<effects::ask_claim>().at(0).limit == claim_batch);
}

TEST_CASE(
  "a run that comes back to a member which still works on it waits until that has stopped") {
  claimer x;
  x.held[{"a", 1}];
  x.held[{"b", 1}];
  x.want(4);
  x.answer({{{"a", 2}, false}});
  CHECK(x.told<effects::start_run>().empty());
  auto dropped = x.told<effects::drop_run>();
  REQUIRE(dropped.size() == 1);
  CHECK(dropped[0].hold == run_hold{"a", 1});
  CHECK(x.held.at({"a", 1}).lost);
  CHECK(x.held.at({"a", 2}).stage == held_stage::returning);
  CHECK(x.held.at({"b", 1}).stage == held_stage::working);
}

TEST_CASE("a run that comes back to a member which has done with it is started") {
  claimer x;
  x.held[{"a", 1}].stage = held_stage::finishing;
  x.want(4);
  x.answer({{{"a", 2}, false}});
  CHECK(x.told<effects::start_run>().size() == 1);
  CHECK(x.told<effects::discard_result>().size() == 1);
  CHECK(x.held.size() == 1);
}
