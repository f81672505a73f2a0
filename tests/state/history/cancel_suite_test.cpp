#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("a run that waits is cancelled at once and never claimed") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  auto queued = run_named("run-2");
  queued.waiting = run_status::queued;
  submit(*member, queued);
  for (const auto* id : {"run-1", "run-2"}) {
    auto answer = cancel(*member, id);
    CHECK(answer.outcome == cancel_answer::kind::cancelled);
    CHECK(answer.status == run_status::cancelled);
    auto found = find(*member, id);
    CHECK(found.status == run_status::cancelled);
    CHECK(found.finished_at);
    CHECK(found.error.empty());
  }
  CHECK(claim(*member, "a", 9).empty());
  auto again = cancel(*member, "run-1");
  CHECK(again.outcome == cancel_answer::kind::ended);
  CHECK(again.status == run_status::cancelled);
}

TEST_CASE("the owner of a running run is asked, and learns of it with its next renewal") {
  auto place = each_ledger_place();
  auto owner = place->open();
  auto other = place->open();
  submit(*owner, run_named("run-1"));
  submit(*owner, run_named("run-2"));
  auto first = claim_one(*owner, "a");
  auto second = claim_one(*owner, "a");
  auto answer = cancel(*other, "run-1");
  CHECK(answer.outcome == cancel_answer::kind::asked);
  CHECK(answer.status == run_status::running);
  CHECK(answer.owner == "a");
  CHECK(cancel(*other, "run-1").outcome == cancel_answer::kind::asked);
  CHECK(*owner->runs().cancels_of("a") == std::vector{first});
  CHECK(owner->runs().cancels_of("b")->empty());
  auto renewed = renew(*owner, "a", {first, second});
  CHECK(renewed.mine.size() == 2);
  CHECK(renewed.cancelled == std::vector{first});
  CHECK(finish(*owner, "a", first, run_status::cancelled));
  CHECK(owner->runs().cancels_of("a")->empty());
  CHECK(find(*other, "run-1").status == run_status::cancelled);
}

TEST_CASE("a run that has ended or is not there is not cancelled") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  REQUIRE(finish(*member, "a", claim_one(*member, "a")));
  auto answer = cancel(*member, "run-1");
  CHECK(answer.outcome == cancel_answer::kind::ended);
  CHECK(answer.status == run_status::completed);
  CHECK(cancel(*member, "run-9").outcome == cancel_answer::kind::missing);
}

TEST_CASE("a run that waits again after its owner died is cancelled at once") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, run_named("run-1"));
  claim_one(*member, "a", lapsed);
  cancel(*member, "run-1");
  REQUIRE(reclaim(*member).size() == 1);
  CHECK(cancel(*member, "run-1").outcome == cancel_answer::kind::cancelled);
  CHECK(claim(*member, "b", 9).empty());
}
