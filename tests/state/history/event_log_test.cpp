#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

/// "kind owner/epoch" of each event of a run.
names story_of(history& in, const std::string& run) {
  auto events = in.events().read(run, 0, 100);
  REQUIRE(events);
  names result;
  uint64_t before = 0;
  for (const auto& x : *events) {
    CHECK(x.run == run);
    CHECK(x.sequence > before);
    CHECK(x.at > instant{});
    before = x.sequence;
    result.push_back(x.kind + " " + x.owner + "/" + std::to_string(x.epoch));
  }
  return result;
}

run_hold claimed_by(history& in, const std::string& owner, std::chrono::milliseconds lease) {
  auto claimed = in.ledger().claim({owner, names{"default"}, 1, lease});
  REQUIRE(claimed);
  REQUIRE(claimed->size() == 1);
  return claimed->front().hold;
}

} // namespace

TEST_CASE("the event log tells all that happened to a run, in order, with owner and epoch") {
  auto place = each_history_place();
  auto in = place->open();
  auto run = run_named("run-1");
  REQUIRE(in->ledger().submit({&run, 1}));
  auto first = claimed_by(*in, "a", lapsed);
  REQUIRE(in->ledger().note_started("a", {&first, 1}));
  REQUIRE(in->ledger().note_started("b", {&first, 1}));
  REQUIRE(in->ledger().reclaim(3)->size() == 1);
  run_end end{first, run_status::completed, {}, "{}"};
  REQUIRE(in->ledger().finish("a", {&end, 1})->counted.empty());
  auto second = claimed_by(*in, "b", lasting);
  REQUIRE(in->ledger().hand_back("b", {&second, 1}, run_status::pending)->size() == 1);
  auto third = claimed_by(*in, "c", lasting);
  REQUIRE(in->ledger().request_cancel("run-1", "ada"));
  REQUIRE(in->ledger().request_cancel("run-1", "bob"));
  end = {third, run_status::cancelled, {}, "{}"};
  REQUIRE(in->ledger().finish("c", {&end, 1})->counted.size() == 1);
  REQUIRE(in->ledger().finish("c", {&end, 1})->counted.size() == 1);
  CHECK(story_of(*in, "run-1")
        == names{"submitted /0", "claimed a/1", "started a/1", "requeued a/1",
                 "result_discarded a/1", "claimed b/2", "handed_back b/2", "claimed c/3",
                 "cancel_requested c/3", "cancelled c/3"});
  auto events = in->events().read("run-1", 0, 100);
  CHECK(events->at(8).detail == "ada");
}

TEST_CASE("every way in which a run ends without an owner is an event") {
  auto place = each_history_place();
  auto in = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3", "run-4"}) {
    auto run = run_named(id);
    REQUIRE(in->ledger().submit({&run, 1}));
  }
  claimed_by(*in, "a", lapsed);
  REQUIRE(in->ledger().reclaim(1)->front().failed);
  claimed_by(*in, "a", lapsed);
  REQUIRE(in->ledger().recover_single()->size() == 1);
  REQUIRE(in->ledger().request_cancel("run-3", {}));
  REQUIRE(in->ledger().fail_starved("default", 0s)->size() == 1);
  CHECK(story_of(*in, "run-1") == names{"submitted /0", "claimed a/1", "failed /1"});
  CHECK(story_of(*in, "run-2") == names{"submitted /0", "claimed a/1", "failed /1"});
  CHECK(story_of(*in, "run-3") == names{"submitted /0", "cancelled /0"});
  CHECK(story_of(*in, "run-4") == names{"submitted /0", "failed /0"});
  CHECK(in->events().read("run-1", 0, 100)->back().detail.find("poison") != std::string::npos);
}

TEST_CASE("events are read in pages, of one run or of all") {
  auto place = each_history_place();
  auto in = place->open();
  std::vector<new_run> runs{run_named("run-1"), run_named("run-2"), run_named("run-3")};
  REQUIRE(in->ledger().submit(runs));
  auto page = in->events().read(std::nullopt, 0, 2);
  REQUIRE(page);
  REQUIRE(page->size() == 2);
  auto rest = in->events().read(std::nullopt, page->back().sequence, 100);
  REQUIRE(rest);
  CHECK(rest->size() == 1);
  CHECK(in->events().read(std::nullopt, rest->back().sequence, 100)->empty());
  CHECK(in->events().read("run-9", 0, 100)->empty());
}
