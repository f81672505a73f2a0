#include "state/history/run_json.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const instant noon{std::chrono::seconds{1'796'040'000}};

run_record waiting() {
  run_record result;
  result.run = "0192f0c1-0000-7000-8000-000000000001";
  result.pool = "default";
  result.submitted_at = noon;
  result.details = "{}";
  return result;
}

} // namespace

TEST_CASE("a run that waits shows null for what it does not have yet") {
  CHECK(to_json(waiting(), noon + 1h)
        == R"({"run_id":"0192f0c1-0000-7000-8000-000000000001","name":null,"labels":{},)"
           R"("status":"pending","submitted_at":"2026-11-30T12:00:00.000000000Z",)"
           R"("started_at":null,"finished_at":null,"elapsed_secs":null,"records_written":0,)"
           R"("invocations":[],"error":null,"idempotency_key":null,"attempt":0,"pool":"default"})");
}

TEST_CASE("a run that has ended shows what its owner reported and what was submitted") {
  auto x = waiting();
  x.name = "orders \"daily\"";
  x.labels = {{"team", "sales"}};
  x.submitted_by = "ada";
  x.idempotency_key = "k";
  x.status = run_status::failed;
  x.owner = "node-1";
  x.lost_attempts = 1;
  x.started_at = noon + 1s;
  x.finished_at = noon + 3500ms;
  x.error = "no such table";
  x.details = R"({"timeout_secs":60,"clock":null,"status":"completed","labels":{}})";
  x.outcome = R"({"records_written":12345678901234567890,"invocations":[{"row_id":"a"}],)"
              R"("dlq_location":"dlq.jsonl","run_id":"other"})";
  CHECK(to_json(x, noon + 1h)
        == R"({"run_id":"0192f0c1-0000-7000-8000-000000000001","name":"orders \"daily\"",)"
           R"("labels":{"team":"sales"},"status":"failed",)"
           R"("submitted_at":"2026-11-30T12:00:00.000000000Z",)"
           R"("started_at":"2026-11-30T12:00:01.000000000Z",)"
           R"("finished_at":"2026-11-30T12:00:03.500000000Z","elapsed_secs":2.500,)"
           R"("records_written":12345678901234567890,"invocations":[{"row_id":"a"}],)"
           R"("error":"no such table","idempotency_key":"k","attempt":2,"pool":"default",)"
           R"("submitted_by":"ada","dlq_location":"dlq.jsonl","timeout_secs":60})");
}

TEST_CASE("the time that a running run has taken goes on") {
  auto x = waiting();
  x.status = run_status::running;
  x.owner = "node-1";
  x.started_at = noon;
  CHECK(to_json(x, noon + 1500ms).find(R"("elapsed_secs":1.500)") != std::string::npos);
  CHECK(to_json(x, noon - 1s).find(R"("elapsed_secs":0.000)") != std::string::npos);
  CHECK(to_json(x, noon).find(R"("attempt":1)") != std::string::npos);
}

TEST_CASE("details that are no object do not keep a record from being shown") {
  auto x = waiting();
  for (const auto* text : {"", "no json", "[1]", "\"text\"", "{\"a\":", "null"}) {
    x.details = text;
    x.outcome = text;
    CHECK(to_json(x, noon).ends_with(R"("pool":"default"})"));
  }
}
