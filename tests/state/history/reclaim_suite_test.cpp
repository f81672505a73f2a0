#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("a run whose lease has ended waits again, one attempt older") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a", lapsed);
  auto reclaimed = reclaim(*member);
  CHECK(reclaimed == std::vector<reclaimed_run>{{hold, "a", "default", false}});
  auto found = find(*member, "run-1");
  CHECK(found.status == run_status::pending);
  CHECK(found.owner.empty());
  CHECK(found.lost_attempts == 1);
  auto again = claim(*member, "b", 1);
  REQUIRE(again.size() == 1);
  CHECK(again[0].attempt == 2);
  CHECK(again[0].hold.epoch == 2);
}

TEST_CASE("a run is attempted as often as it may be and not once more") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  for (uint32_t attempt = 1; attempt <= 3; ++attempt) {
    auto claimed = claim(*member, "a", 1, lapsed);
    REQUIRE(claimed.size() == 1);
    CHECK(claimed[0].attempt == attempt);
    auto reclaimed = reclaim(*member, 3);
    REQUIRE(reclaimed.size() == 1);
    CHECK(reclaimed[0].failed == (attempt == 3));
  }
  CHECK(claim(*member, "a", 1).empty());
  auto found = find(*member, "run-1");
  CHECK(found.status == run_status::failed);
  CHECK(found.error.starts_with("run reclaimed 3 times"));
  CHECK(found.error.find("poison") != std::string::npos);
  CHECK(found.finished_at);
  CHECK(found.owner.empty());
  CHECK(found.lost_attempts == 3);
}

TEST_CASE("an owner that renewed in time keeps its run", "[P178]") {
  auto place = each_ledger_place();
  auto owner = place->open();
  auto survivor = place->open();
  submit(*owner, run_named("run-1"));
  auto hold = claim_one(*owner, "a", lapsed);
  CHECK(renew(*owner, "a", {hold}, lasting).mine == std::vector{hold});
  CHECK(reclaim(*survivor).empty());
  CHECK(survivor->runs().recover_single()->empty());
  CHECK(find(*owner, "run-1").status == run_status::running);
  CHECK(finish(*owner, "a", hold));
}

TEST_CASE("what a dead member has is taken whatever its leases say, and nothing else") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    submit(*member, run_named(id));
  }
  auto first = claim_one(*member, "dead");
  auto second = claim_one(*member, "dead");
  claim_one(*member, "alive");
  auto taken = member->runs().reclaim_from("dead", 1);
  REQUIRE(taken);
  REQUIRE(taken->size() == 2);
  CHECK(std::all_of(taken->begin(), taken->end(), [](const auto& x) { return x.failed; }));
  CHECK(find(*member, first.run).status == run_status::failed);
  CHECK(find(*member, second.run).status == run_status::failed);
  CHECK(find(*member, "run-3").status == run_status::running);
  CHECK(member->runs().reclaim_from("dead", 1)->empty());
  CHECK(member->runs().reclaim_from("nobody", 1)->empty());
}

TEST_CASE("a reclaim keeps the request to cancel", "[P179]") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  claim_one(*member, "a", lapsed);
  REQUIRE(cancel(*member, "run-1").outcome == cancel_answer::kind::asked);
  REQUIRE(reclaim(*member).size() == 1);
  CHECK(find(*member, "run-1").cancel_requested);
  auto claimed = claim(*member, "b", 1);
  REQUIRE(claimed.size() == 1);
  CHECK(claimed[0].cancel_requested);
  CHECK(*member->runs().cancels_of("b") == std::vector{claimed[0].hold});
}

TEST_CASE("handing back keeps the request to cancel") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  cancel(*member, "run-1");
  REQUIRE(member->runs().hand_back("a", {&hold, 1}, run_status::pending)->size() == 1);
  auto claimed = claim(*member, "b", 1);
  REQUIRE(claimed.size() == 1);
  CHECK(claimed[0].cancel_requested);
}

TEST_CASE("a single node that starts fails what an earlier start has left behind") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  submit(*member, run_named("run-2"));
  claim_one(*member, "a", lapsed);
  claim_one(*member, "a", lasting);
  CHECK(*member->runs().recover_single() == names{"run-1"});
  auto found = find(*member, "run-1");
  CHECK(found.status == run_status::failed);
  CHECK(found.error.starts_with("lease expired"));
  CHECK(find(*member, "run-2").status == run_status::running);
}

TEST_CASE("runs that waited for too long in a pool that nobody serves fail", "[P226]") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* pool : {"gpu", "default"}) {
    auto run = run_named(std::string{"run-"} + pool);
    run.pool = pool;
    submit(*member, run);
  }
  CHECK(member->runs().fail_starved("gpu", 1h)->empty());
  CHECK(*member->runs().fail_starved("gpu", 0s) == names{"run-gpu"});
  auto found = find(*member, "run-gpu");
  CHECK(found.status == run_status::failed);
  CHECK(found.error
        == "pool_unavailable: no live cluster member served pool `gpu` for 0s "
           "(--pool-wait-timeout-secs); the run was never started");
  CHECK(find(*member, "run-default").status == run_status::pending);
  CHECK(member->runs().fail_starved("gpu", 0s)->empty());
}

TEST_CASE("a run that had begun and starves later does not fail as never started") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  REQUIRE(member->runs().hand_back("a", {&hold, 1}, run_status::pending)->size() == 1);
  CHECK(member->runs().fail_starved("default", 0s)->size() == 1);
  auto text = find(*member, "run-1").error;
  CHECK_THAT(text, Catch::StartsWith("pool_unavailable: no live cluster member served pool"));
  CHECK_THAT(text,
             Catch::EndsWith("; the run had begun, as epoch 1, and waited for its next owner"));
}

TEST_CASE("a run that waits from a node alone is counted and starves as others do") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = run_named("run-1");
  run.waiting = run_status::queued;
  submit(*member, run);
  CHECK(*member->runs().pending_by_pool() == std::vector<pool_backlog>{{"default", 1}});
  CHECK(*member->runs().fail_starved("default", 0s) == names{"run-1"});
  CHECK(member->runs().pending_by_pool()->empty());
}

TEST_CASE("a run that was claimed meanwhile has not starved") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  claim_one(*member, "a");
  CHECK(member->runs().fail_starved("default", 0s)->empty());
  CHECK(find(*member, "run-1").status == run_status::running);
}
