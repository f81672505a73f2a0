#include "apps/node/gateway/run_json.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

instant at(std::string_view text) {
  return *parse_instant(text);
}

run_record finished() {
  run_record run;
  run.run = "0191";
  run.name = "nightly";
  run.pool = "default";
  run.labels = {{"team", "a\"b"}};
  run.status = run_status::failed;
  run.epoch = 2;
  run.lost_attempts = 1;
  run.submitted_at = at("2026-11-30T01:00:00Z");
  run.started_at = at("2026-11-30T01:00:01Z");
  run.finished_at = at("2026-11-30T01:00:03.0505Z");
  run.error = "row-0: no such table";
  run.details =
    R"({"timeout_secs":60,"doctor_first":true,"callback":{"url":"http://a","headers":{"X":"secret"}}})";
  run.outcome = R"({"records_written":12345678901234567890,"invocations":[{"row_id":"row-0"}]})";
  return run;
}

} // namespace

TEST_CASE("a run is shown with what was submitted and what became of it") {
  CHECK(
    run_json(finished(), at("2026-11-30T02:00:00Z"))
    == R"({"run_id":"0191","name":"nightly","labels":{"team":"a\"b"},"status":"failed",)"
       R"("submitted_at":"2026-11-30T01:00:00.000000000Z","started_at":"2026-11-30T01:00:01.000000000Z",)"
       R"("finished_at":"2026-11-30T01:00:03.050500000Z","elapsed_secs":2.050,)"
       R"("records_written":12345678901234567890,"invocations":[{"row_id":"row-0"}],)"
       R"("error":"row-0: no such table","idempotency_key":null,"attempt":1,"pool":"default",)"
       R"("timeout_secs":60,"callback":{"url":"http://a","headers":{"X":"***"}}})");
}

TEST_CASE("a run that waits has neither times nor results, one under way is measured until now") {
  run_record run;
  run.run = "0191";
  run.pool = "gpu";
  run.submitted_at = at("2026-11-30T01:00:00Z");
  CHECK_THAT(run_json(run, at("2026-11-30T02:00:00Z")),
             Catch::Contains(R"("status":"pending")") && Catch::Contains(R"("started_at":null)")
               && Catch::Contains(
                 R"("elapsed_secs":null,"records_written":0,"invocations":[],"error":null)"));
  run.status = run_status::running;
  run.started_at = at("2026-11-30T01:00:00Z");
  CHECK_THAT(run_json(run, at("2026-11-30T01:00:01.5Z")),
             Catch::Contains(R"("elapsed_secs":1.500)"));
  CHECK_THAT(run_json(run, at("2026-11-30T00:00:00Z")), Catch::Contains(R"("elapsed_secs":0.000)"));
}

TEST_CASE("a record whose stored texts are no JSON is shown without them") {
  auto run = finished();
  run.details = "not JSON";
  run.outcome = "[1]";
  CHECK_THAT(run_json(run, *run.finished_at), Catch::Contains(R"("records_written":0)"));
}
