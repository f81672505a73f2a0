#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("a claim takes the oldest runs up to its limit, each with the first epoch") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-3", "run-1", "run-2"}) {
    submit(*member, run_named(id));
  }
  CHECK(claim(*member, "a", 0).empty());
  auto claimed = claim(*member, "a", 2);
  CHECK(ids_of(claimed) == names{"run-3", "run-1"});
  for (const auto& x : claimed) {
    CHECK(x.hold.epoch == 1);
    CHECK(x.attempt == 1);
    CHECK_FALSE(x.cancel_requested);
    CHECK(x.config == "version: 1\n");
    CHECK(x.config_format == "yaml");
    CHECK(x.pool == "default");
  }
  CHECK(ids_of(claim(*member, "b", 9)) == names{"run-2"});
  CHECK(claim(*member, "b", 9).empty());
}

TEST_CASE("who claims a run gets the sealed values of its secret params, an heir too") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = run_named("run-1");
  run.sealed_values = "c2VhbGVk";
  submit(*member, run);
  submit(*member, run_named("run-2"));
  auto first = claim(*member, "a", 2, lapsed);
  REQUIRE(ids_of(first) == names{"run-1", "run-2"});
  CHECK(first[0].sealed_values == "c2VhbGVk");
  CHECK(first[1].sealed_values.empty());
  REQUIRE(member->runs().reclaim(9));
  CHECK(claim(*member, "b", 1).front().sealed_values == "c2VhbGVk");
}

TEST_CASE("a run that was claimed reads as running at once, with its owner and start", "[P221]") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  claim_one(*member, "a");
  auto found = find(*member, "run-1");
  CHECK(found.status == run_status::running);
  CHECK(found.owner == "a");
  CHECK(found.epoch == 1);
  REQUIRE(found.started_at);
  CHECK(*found.started_at >= found.submitted_at);
}

TEST_CASE("a claim looks for its pools before it counts to its limit", "[P224]") {
  auto place = each_ledger_place();
  auto member = place->open();
  std::vector<new_run> runs;
  for (int i = 0; i < 60; ++i) {
    runs.push_back(run_named("run-a" + std::to_string(100 + i)));
    runs.back().pool = "a";
  }
  REQUIRE(member->runs().submit(runs));
  auto other = run_named("run-b");
  other.pool = "b";
  submit(*member, other);
  submit(*member, run_named("run-default"));
  auto claimed = member->runs().claim({"member", names{"b"}, 1, lasting});
  REQUIRE(claimed);
  CHECK(ids_of(*claimed) == names{"run-b"});
  claimed = member->runs().claim({"member", names{"b", "default", "c"}, 9, lasting});
  REQUIRE(claimed);
  CHECK(ids_of(*claimed) == names{"run-default"});
  CHECK(member->runs().claim({"member", names{}, 9, lasting})->empty());
  // A member of a release that does not know pools claims any run.
  CHECK(member->runs().claim({"member", std::nullopt, 99, lasting})->size() == 60);
}

TEST_CASE("runs of a pool that nobody serves stay and are counted", "[P226]") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-1", "run-2"}) {
    auto run = run_named(id);
    run.pool = "gpu";
    submit(*member, run);
  }
  submit(*member, run_named("run-3"));
  CHECK(claim(*member, "a", 9).size() == 1);
  CHECK(claim(*member, "a", 9).empty());
  CHECK(*member->runs().pending_by_pool() == std::vector<pool_backlog>{{"gpu", 2}});
  CHECK(find(*member, "run-1").status == run_status::pending);
}

TEST_CASE("what waits on a node alone is claimed by a cluster, and the other way around") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3", "run-4"}) {
    auto run = run_named(id);
    run.waiting = run.run == "run-2" ? run_status::pending : run_status::queued;
    CHECK(submit(*member, run).status == run.waiting);
  }
  CHECK(*member->runs().pending_by_pool() == std::vector<pool_backlog>{{"default", 4}});
  CHECK(ids_of(claim(*member, "a", 3)) == names{"run-1", "run-2", "run-3"});
  CHECK(ids_of(claim(*member, "b", 3)) == names{"run-4"});
  CHECK(claim(*member, "b", 3).empty());
}

TEST_CASE("a run that a node alone hands back is queued again") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  REQUIRE(member->runs().hand_back("a", {&hold, 1}, run_status::queued)->size() == 1);
  auto record = find(*member, "run-1");
  CHECK(record.status == run_status::queued);
  CHECK(record.owner.empty());
  CHECK(claim_one(*member, "b") == run_hold{"run-1", 2});
}

TEST_CASE("a renewal tells which runs still are the owner's") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    submit(*member, run_named(id));
  }
  auto first = claim_one(*member, "a");
  auto second = claim_one(*member, "a");
  auto foreign = claim_one(*member, "b");
  run_hold older{second.run, 0};
  run_hold unknown{"run-9", 1};
  auto renewed = renew(*member, "a", {first, foreign, older, unknown});
  CHECK(renewed.mine == std::vector{first});
  CHECK(renewed.cancelled.empty());
  CHECK(renew(*member, "a", {}).mine.empty());
  REQUIRE(finish(*member, "a", first));
  CHECK(renew(*member, "a", {first}).mine.empty());
}

TEST_CASE("a renewal lengthens exactly the leases that it names") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  submit(*member, run_named("run-2"));
  auto reported = claim_one(*member, "a", lapsed);
  auto wedged = claim_one(*member, "a", lapsed);
  renew(*member, "a", {reported}, lasting);
  auto reclaimed = reclaim(*member);
  REQUIRE(reclaimed.size() == 1);
  CHECK(reclaimed[0].lost == wedged);
  CHECK(find(*member, reported.run).status == run_status::running);
}

TEST_CASE("what is handed back waits again, with its pool, its attempts and the next epoch") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = run_named("run-1");
  run.pool = "gpu";
  submit(*member, run);
  for (uint64_t epoch = 1; epoch <= 5; ++epoch) {
    auto claimed = member->runs().claim({"a", names{"gpu"}, 1, lasting});
    REQUIRE(claimed);
    REQUIRE(claimed->size() == 1);
    auto hold = claimed->front().hold;
    CHECK(hold.epoch == epoch);
    CHECK(claimed->front().attempt == 1);
    CHECK(member->runs().hand_back("b", {&hold, 1}, run_status::pending)->empty());
    CHECK(*member->runs().hand_back("a", {&hold, 1}, run_status::pending) == std::vector{hold});
    CHECK(member->runs().hand_back("a", {&hold, 1}, run_status::pending)->empty());
    auto found = find(*member, "run-1");
    CHECK(found.status == run_status::pending);
    CHECK(found.owner.empty());
    CHECK_FALSE(found.started_at);
  }
}

TEST_CASE("noting a start changes nothing about a run, whoever does it") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  for (const auto* owner : {"a", "b"}) {
    CHECK(member->runs().note_started(owner, {&hold, 1}));
  }
  CHECK(member->runs().note_started("a", {}));
  CHECK(find(*member, "run-1").owner == "a");
  CHECK(finish(*member, "a", hold));
}
