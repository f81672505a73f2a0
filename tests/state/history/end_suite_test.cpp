#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("an owner ends its runs, several at once") {
  auto place = each_ledger_place();
  auto member = place->open();
  for (const auto* id : {"run-1", "run-2", "run-3"}) {
    submit(*member, run_named(id));
  }
  auto claimed = claim(*member, "a", 9);
  REQUIRE(claimed.size() == 3);
  std::vector<run_end> ends{
    {claimed[0].hold, run_status::completed, {}, R"({"records_written":3})"},
    {claimed[1].hold, run_status::failed, "no such table: orders", "{}"},
    {claimed[2].hold, run_status::cancelled, {}, "{}"}};
  auto counted = member->runs().finish("a", ends);
  REQUIRE(counted);
  CHECK(counted->counted.size() == 3);
  auto first = find(*member, "run-1");
  CHECK(first.status == run_status::completed);
  CHECK(first.outcome == R"({"records_written":3})");
  CHECK(first.error.empty());
  CHECK(first.owner == "a");
  REQUIRE(first.finished_at);
  CHECK(*first.finished_at >= *first.started_at);
  auto second = find(*member, "run-2");
  CHECK(second.status == run_status::failed);
  CHECK(second.error == "no such table: orders");
  CHECK(find(*member, "run-3").status == run_status::cancelled);
  CHECK(claim(*member, "a", 9).empty());
  CHECK(reclaim(*member).empty());
  CHECK(member->runs().finish("a", {})->counted.empty());
}

TEST_CASE("an end whose answer was lost counts again and changes nothing") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  REQUIRE(finish(*member, "a", hold));
  CHECK(finish(*member, "a", hold, run_status::failed, "too late"));
  auto found = find(*member, "run-1");
  CHECK(found.status == run_status::completed);
  CHECK(found.error.empty());
}

TEST_CASE("a paused owner that returns after a reclaim ends nothing", "[P230]") {
  auto place = each_ledger_place();
  auto paused = place->open();
  auto survivor = place->open();
  submit(*paused, run_named("run-1"));
  auto old = claim_one(*paused, "a", lapsed);
  REQUIRE(reclaim(*survivor).size() == 1);
  CHECK_FALSE(finish(*paused, "a", old));
  CHECK(find(*survivor, "run-1").status == run_status::pending);
  auto fresh = claim_one(*survivor, "b");
  CHECK(fresh.epoch == old.epoch + 1);
  CHECK_FALSE(finish(*paused, "a", old));
  CHECK_FALSE(finish(*paused, "a", fresh));
  CHECK(renew(*paused, "a", {old, fresh}).mine.empty());
  CHECK(paused->runs().hand_back("a", {&old, 1}, run_status::pending)->empty());
  CHECK(find(*survivor, "run-1").owner == "b");
  CHECK(finish(*survivor, "b", fresh));
  CHECK_FALSE(finish(*paused, "a", old, run_status::failed, "I was here"));
  CHECK(find(*survivor, "run-1").status == run_status::completed);
}

TEST_CASE("an owner that claims the same run anew cannot end it by its older epoch") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto old = claim_one(*member, "a", lapsed);
  REQUIRE(reclaim(*member).size() == 1);
  auto fresh = claim_one(*member, "a");
  CHECK_FALSE(finish(*member, "a", old));
  CHECK(find(*member, "run-1").status == run_status::running);
  CHECK(finish(*member, "a", fresh));
}

TEST_CASE("a run does not end in a status that is no end") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  run_end wrong{hold, run_status::pending, {}, "{}"};
  CHECK_FALSE(member->runs().finish("a", {&wrong, 1}));
  CHECK(find(*member, "run-1").status == run_status::running);
}

TEST_CASE("an error text of any bytes does not keep a run from ending") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto hold = claim_one(*member, "a");
  REQUIRE(finish(*member, "a", hold, run_status::failed, std::string{"bad \xff\0 byte", 11}));
  CHECK(find(*member, "run-1").status == run_status::failed);
  CHECK(find(*member, "run-1").error.starts_with("bad "));
}

TEST_CASE("runs that end and runs that are lost are told apart in one call") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  submit(*member, run_named("run-2"));
  auto lost = claim_one(*member, "a", lapsed);
  REQUIRE(reclaim(*member).size() == 1);
  auto kept = claim(*member, "a", 9);
  REQUIRE(kept.size() == 2);
  std::vector<run_end> ends{{lost, run_status::completed, {}, "{}"},
                            {kept[1].hold, run_status::completed, {}, "{}"},
                            {{"run-9", 1}, run_status::completed, {}, "{}"}};
  auto counted = member->runs().finish("a", ends);
  REQUIRE(counted);
  CHECK(counted->counted == std::vector{kept[1].hold});
}
