#include "state/row_health.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

row_facts kept() {
  row_facts result;
  result.store_type = "file";
  result.durable = true;
  result.source_type = "file";
  return result;
}

row_status after_failures(uint64_t count) {
  row_status result;
  if (count > 0) {
    result.last_failure = run_event{.at = {}, .run_id = "r", .error = "disk full"};
    result.consecutive_failures = count;
  } else {
    result.last_success = run_event{.at = {}, .run_id = "r"};
  }
  return result;
}

} // namespace

TEST_CASE("a row is judged by its last run, its lease and its bookmark") {
  auto row = kept();
  CHECK(judge(row).how == health::warming);
  row.outcomes = after_failures(0);
  CHECK(judge(row).how == health::ok);
  CHECK(judge(row).reasons.empty());
  row.lease = lease_record{.run_id = "r9", .holder = {.pid = 7, .host = "h"}};
  row.lease_is_live = true;
  CHECK(judge(row).how == health::running);
  row.lease_is_live = false;
  CHECK(judge(row).how == health::degraded);
  CHECK_THAT(judge(row).reasons.at(0), Catch::Contains("r9"));
  row.lease.reset();
  row.outcomes = after_failures(2);
  CHECK(judge(row).how == health::failed);
  CHECK_THAT(judge(row).reasons.at(0), Catch::Contains("disk full"));
}

TEST_CASE("a bookmark that the next run will refuse is a failure already") {
  auto row = kept();
  row.outcomes = after_failures(0);
  row.bookmark = envelope{1, "csv", 0, {"1"}};
  CHECK(judge(row).how == health::failed);
  CHECK_THAT(judge(row).reasons.at(0), Catch::Contains("csv"));
  row.bookmark->owner = "file";
  CHECK(judge(row).how == health::ok);
}

TEST_CASE("of a row that keeps nothing durable nothing is known") {
  row_facts row;
  CHECK(judge(row).how == health::unknown);
  row.store_type = "memory";
  CHECK(judge(row).how == health::unknown);
  auto unreadable = kept();
  unreadable.outcomes = after_failures(0);
  unreadable.errors = {"no permission"};
  CHECK(judge(unreadable).how == health::unknown);
}

TEST_CASE("the exit status tells good, doubtful and bad") {
  CHECK(exit_status(health::ok) == 0);
  CHECK(exit_status(health::warming) == 0);
  CHECK(exit_status(health::running) == 0);
  CHECK(exit_status(health::unknown) == 1);
  CHECK(exit_status(health::degraded) == 1);
  CHECK(exit_status(health::failed) == 2);
}

TEST_CASE("a bookmark in short is one line") {
  CHECK(bookmark_in_short({R"({"by":"name","last":"in/a.jsonl"})"}) == "by=name last=in/a.jsonl");
  CHECK(bookmark_in_short({R"("2026-09-19")"}) == "2026-09-19");
  CHECK(bookmark_in_short({"12345678901234567890.50"}) == "12345678901234567890.50");
  CHECK(bookmark_in_short({R"({"value":1,"boundary":["a","b"]})"})
        == R"(value=1 boundary=["a","b"])");
  auto long_one = bookmark_in_short({"\"" + std::string(79, 'x') + "äöü\""});
  CHECK(long_one == std::string(79, 'x') + "…");
  auto row = kept();
  CHECK(resume_point(row) == "full snapshot");
}
