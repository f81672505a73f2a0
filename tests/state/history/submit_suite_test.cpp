#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

new_run with_key(std::string id, std::string key, std::string fingerprint,
                 std::chrono::milliseconds window = lasting) {
  auto result = run_named(std::move(id));
  result.idempotency = {std::move(key), std::move(fingerprint), window};
  return result;
}

} // namespace

TEST_CASE("a run that is submitted waits and can be found with all that was said of it") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = run_named("run-1");
  run.pool = "gpu";
  run.labels = {{"team", "data \"platform\""}, {"pipeline", "orders"}};
  run.submitted_by = "ada";
  run.details = R"({"timeout_secs":60})";
  auto answer = submit(*member, run);
  CHECK(answer.outcome == submit_outcome::fresh);
  CHECK(answer.run == "run-1");
  CHECK(answer.status == run_status::pending);
  auto found = find(*member, "run-1");
  CHECK(found.name == "a run");
  CHECK(found.pool == "gpu");
  CHECK(found.labels == run.labels);
  CHECK(found.submitted_by == "ada");
  CHECK(found.status == run_status::pending);
  CHECK(found.details == run.details);
  CHECK(found.submitted_at == answer.submitted_at);
  CHECK(found.submitted_at > instant{});
  CHECK_FALSE(found.started_at);
  CHECK_FALSE(found.finished_at);
  CHECK(found.owner.empty());
  CHECK(found.epoch == 0);
}

TEST_CASE("a run that nobody submitted is not found") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto found = member->runs().find("run-1");
  REQUIRE(found);
  CHECK_FALSE(*found);
}

TEST_CASE("several runs are stored at once and answered in their order") {
  auto place = each_ledger_place();
  auto member = place->open();
  std::vector<new_run> runs;
  for (int i = 0; i < 20; ++i) {
    runs.push_back(run_named("run-" + std::to_string(i)));
  }
  auto answers = member->runs().submit(runs);
  REQUIRE(answers);
  REQUIRE(answers->size() == runs.size());
  for (size_t i = 0; i < runs.size(); ++i) {
    CHECK((*answers)[i].run == runs[i].run);
    CHECK((*answers)[i].outcome == submit_outcome::fresh);
  }
  CHECK(member->runs().submit({})->empty());
}

TEST_CASE("a submission that is made again with the same id is stored once and fresh again") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = with_key("run-1", "k", "f");
  auto first = submit(*member, run);
  REQUIRE(claim(*member, "a", 9).size() == 1);
  auto again = submit(*member, run);
  CHECK(again.outcome == submit_outcome::fresh);
  CHECK(again.submitted_at == first.submitted_at);
  CHECK(again.status == run_status::running);
  CHECK(claim(*member, "a", 9).empty());
}

TEST_CASE("an equal submission with the same key is the same run") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto first = submit(*member, with_key("run-1", "nightly", "print"));
  auto second = submit(*member, with_key("run-2", "nightly", "print"));
  CHECK(second.outcome == submit_outcome::replay);
  CHECK(second.run == "run-1");
  CHECK(second.status == run_status::pending);
  CHECK(second.submitted_at == first.submitted_at);
  CHECK_FALSE(*member->runs().find("run-2"));
  CHECK(claim(*member, "a", 9).size() == 1);
}

TEST_CASE("another submission with the same key is a conflict and stores nothing", "[P194]") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, with_key("run-1", "nightly", "clock of monday"));
  auto second = submit(*member, with_key("run-2", "nightly", "clock of tuesday"));
  CHECK(second.outcome == submit_outcome::conflict);
  CHECK(second.run == "run-1");
  CHECK_FALSE(*member->runs().find("run-2"));
}

TEST_CASE("the same key twice in one call makes one run") {
  auto place = each_ledger_place();
  auto member = place->open();
  std::vector<new_run> runs{with_key("run-1", "k", "f"), with_key("run-2", "k", "f"),
                            with_key("run-3", "k", "other"), run_named("run-4")};
  auto answers = member->runs().submit(runs);
  REQUIRE(answers);
  CHECK((*answers)[0].outcome == submit_outcome::fresh);
  CHECK((*answers)[1].outcome == submit_outcome::replay);
  CHECK((*answers)[1].run == "run-1");
  CHECK((*answers)[1].submitted_at == (*answers)[0].submitted_at);
  CHECK((*answers)[2].outcome == submit_outcome::conflict);
  CHECK((*answers)[3].outcome == submit_outcome::fresh);
  CHECK(ids_of(claim(*member, "a", 9)) == names{"run-1", "run-4"});
}

TEST_CASE("a key that has expired is free again, a window of zero never takes one") {
  auto place = each_ledger_place();
  auto member = place->open();
  submit(*member, with_key("run-1", "short", "f", 1ms));
  // Each transaction of a database takes its time from its clock; one is over after the other.
  submit_answer second;
  do {
    second = submit(*member, with_key("run-2", "short", "other", lasting));
  } while (second.outcome == submit_outcome::conflict);
  CHECK(second.outcome == submit_outcome::fresh);
  CHECK(submit(*member, with_key("run-3", "short", "other")).run == "run-2");
  CHECK(submit(*member, with_key("run-4", "none", "f", 0ms)).outcome == submit_outcome::fresh);
  CHECK(submit(*member, with_key("run-5", "none", "f", 0ms)).outcome == submit_outcome::fresh);
  CHECK(find(*member, "run-5").idempotency_key == "none");
}

TEST_CASE("texts that a database would change are refused with the run's id") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto zero = run_named("run-1");
  zero.config = std::string{"a\0b", 3};
  auto latin = run_named("run-2");
  latin.labels = {{"city", "M\xfcnchen"}};
  auto nameless = run_named("");
  auto poolless = run_named("run-3");
  poolless.pool.clear();
  auto ended = run_named("run-4");
  ended.waiting = run_status::completed;
  for (const auto& x : {zero, latin, nameless, poolless, ended}) {
    auto answers = member->runs().submit({&x, 1});
    REQUIRE_FALSE(answers);
    CHECK(answers.error().code == ec::invalid_config);
    CHECK(answers.error().which == x.run);
  }
  CHECK(claim(*member, "a", 9).empty());
}

TEST_CASE("texts of any other kind come back as they were") {
  auto place = each_ledger_place();
  auto member = place->open();
  auto run = run_named("run-'); DROP TABLE faucet_serve_runs; --");
  run.name = "naïve \"quotes\" \\u0000 \t\n {now} $1 ?1 🚰";
  run.config = std::string(300'000, 'x') + "\\\"'";
  submit(*member, run);
  CHECK(find(*member, run.run).name == run.name);
  auto claimed = claim(*member, "o'wner", 1);
  REQUIRE(claimed.size() == 1);
  CHECK(claimed[0].hold.run == run.run);
  CHECK(claimed[0].config == run.config);
  CHECK(finish(*member, "o'wner", claimed[0].hold));
}
