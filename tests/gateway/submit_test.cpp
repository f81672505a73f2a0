#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;
using namespace std::chrono_literals;
using test::gateway_place;

namespace {

std::string many_labels(int count) {
  std::string result = R"("labels":{)";
  for (int i = 0; i < count; ++i) {
    result += (i == 0 ? "\"" : ",\"") + std::to_string(i) + R"(":"x")";
  }
  return result + "}";
}

} // namespace

TEST_CASE("what is accepted is stored as it was submitted, and the member is kicked") {
  gateway_place place;
  auto reply = place.submit(R"("name":"n","labels":{"team":"x"},"timeout_secs":60,"concurrency":2,
    "clock":"2026-11-30","callback":{"url":"https://example.org/x","on":["failed"]},
    "selection":{"select":["a"]},"depends_on":{"b":["a"]},"doctor_first":true)",
                            "token of bob");
  INFO(reply.body);
  REQUIRE(reply.status == 202);
  CHECK(reply.text("status") == "pending");
  auto run = reply.text("run_id");
  CHECK(run.size() == 36);
  CHECK(run[14] == '7');
  CHECK(place.door->kicked == std::vector<std::string>{"default"});
  auto shown = place.get("/v1/runs/" + run);
  CHECK(shown.status == 200);
  CHECK(shown.text("name") == "n");
  CHECK(shown.text("labels", "team") == "x");
  CHECK(shown.text("labels", "pipeline") == "orders");
  CHECK(shown.text("labels", "selection") == "select=a");
  CHECK(shown.text("labels", "depends_on") == "b=a");
  CHECK(shown.text("timeout_secs") == "60");
  CHECK(shown.text("concurrency") == "2");
  CHECK(shown.text("clock") == "2026-11-30");
  CHECK(shown.text("callback", "url") == "https://example.org/x");
  CHECK(shown.text("selection") == R"({"select":["a"]})");
  CHECK(shown.text("submitted_by") == "bob");
  CHECK(shown.text("submitted_at") == reply.text("submitted_at"));
  CHECK(shown.text("pool") == "default");
  CHECK(shown.text("config_body") == "name: orders\npipeline: {}\n");
  auto stored = place.own->archive().config(run);
  CHECK((*stored)->config == "name: orders\npipeline: {}\n");
}

TEST_CASE("a single node lets runs wait as queued") {
  gateway_place place{[](control_parts& x) { x.settings.clustered = false; }};
  CHECK(place.submit().text("status") == "queued");
}

TEST_CASE("whatever is wrong with a submission is told when it is submitted") {
  gateway_place place{[](control_parts& x) { x.settings.callback_hosts = {}; }};
  auto [fields, status, what] = GENERATE(table<std::string, unsigned, std::string>({
    {R"("config":"a: [1\nb: 2")", 400, "config.yaml:2"},
    {R"("config":"{\"a\":1,}","config_format":"json")", 400, "config.json:1"},
    {R"("config":"a: 1\na: 2\n")", 400, "config.yaml:2"},
    {R"("config":"- a\n")", 422, "expected a map"},
    {R"("config":"name: x\n")", 422, "pipeline"},
    {R"("config":"pipeline:\n  source:\n    type: unknown_connector\n")", 422, "config.yaml:3"},
    {R"("clock":"yesterday")", 400, "clock"},
    {R"("timeout_secs":0)", 422, "timeout_secs"},
    {R"("concurrency":0)", 422, "concurrency"},
    {R"("selection":{"select":["z"]})", 422, "unknown row; there are: a"},
    {R"("labels":{"selection":"x"})", 422, "label of the server"},
    {R"("idempotency_key":"trig:x")", 400, "trig:"},
    {R"("pool":"GPU")", 422, "invalid pool name `GPU`"},
    {R"("config":"pipeline: {}\npool: A b\n")", 422, "config `pool:`: invalid pool name `A b`"},
    {R"("callback":{"url":"ftp://x/"})", 422, "http://"},
    {R"("name":5)", 422, "name"},
    {R"("name":"a\u0000b")", 422, "zero byte"},
    {R"("labels":{"a":"b\u0000"})", 422, "zero byte"},
    {R"("idempotency_key":"\u0000")", 422, "zero byte"},
    {R"("name":")" + std::string(1025, 'n') + "\"", 422, "name: is longer"},
    {many_labels(65), 422, "labels: at most 64"},
    {R"("require_approval":true)", 422, "require_approval"},
  }));
  auto reply = place.submit(fields);
  INFO(fields << " → " << reply.body);
  CHECK(reply.status == status);
  CHECK(reply.text("error", "code") == (status == 400 ? "bad_config" : "unprocessable"));
  CHECK_THAT(reply.text("error", "message"), Catch::Contains(what));
  CHECK(place.get("/v1/runs").text("runs") == "[]");
  CHECK(place.door->kicked.empty());
}

TEST_CASE("a body that is no JSON, or is called something else, is refused") {
  gateway_place place;
  CHECK(place.ask("POST", "/v1/runs", "{").status == 400);
  CHECK(place.ask("POST", "/v1/runs", "[]").status == 422);
  CHECK(place.ask("POST", "/v1/runs").status == 400);
  auto form = place.ask("POST", "/v1/runs", "config=x", "token of eve",
                        "Content-Type: application/x-www-form-urlencoded\r\n");
  CHECK(form.status == 415);
  CHECK(form.text("error", "code") == "unsupported_media_type");
  CHECK(place
          .ask("POST", "/v1/runs", R"({"config":"pipeline: {}"})", "token of eve",
               "Content-Type: Application/JSON; charset=utf-8\r\n")
          .status
        == 202);
}

TEST_CASE("a key makes equal submissions one run, and others a conflict", "[P194]") {
  gateway_place place;
  auto hits = std::make_shared<int>(0);
  place.parts->note_replay = [hits] { ++*hits; };
  auto first = place.submit(R"("idempotency_key":"k","labels":{"a":"1"})");
  auto again = place.ask("POST", "/v1/runs", R"({"labels":{"a":"1"},"idempotency_key":"k",
    "config":"pipeline:   {}\nname: 'orders' # written otherwise\n"})");
  CHECK(again.status == 202);
  CHECK(again.text("run_id") == first.text("run_id"));
  CHECK(*hits == 1);
  CHECK(place.door->kicked.size() == 1);
  auto other = GENERATE(
    as<std::string>{}, R"("labels":{"a":"2"})", R"("labels":{})",
    R"("labels":{"a":"1"},"clock":"2026-11-30")", R"("labels":{"a":"1"},"timeout_secs":5)",
    R"("labels":{"a":"1"},"concurrency":5)", R"("labels":{"a":"1"},"selection":{"select":["a"]})",
    R"("labels":{"a":"1"},"config":"name: orders\npipeline: {x: 1}\n")");
  auto refused = place.submit(R"("idempotency_key":"k",)" + other);
  INFO(other);
  CHECK(refused.status == 409);
  CHECK(refused.text("error", "message") == "idempotency key reused with a different payload");
}

TEST_CASE("a key is kept over references, not over what they stand for", "[P326]") {
  gateway_place place;
  ::setenv("GATEWAY_TEST_SECRET", "old", 1);
  auto fields =
    R"("idempotency_key":"k","config":"pipeline: {password: '${env:GATEWAY_TEST_SECRET}'}")";
  auto first = place.submit(fields);
  ::setenv("GATEWAY_TEST_SECRET", "new", 1);
  CHECK(place.submit(fields).text("run_id") == first.text("run_id"));
}

TEST_CASE("a run that is deleted takes its key with it", "[P193]") {
  gateway_place place;
  auto run = place.submitted(R"("idempotency_key":"k")");
  place.end(place.claim_one());
  CHECK(place.ask("DELETE", "/v1/runs/" + run).status == 204);
  CHECK(place.submit(R"("idempotency_key":"k")").text("run_id") != run);
}

TEST_CASE("beyond the queue's limit submissions are to be tried again") {
  gateway_place place{[](control_parts& x) { x.settings.max_queued_runs = 2; }};
  place.submitted();
  place.submitted();
  auto refused = place.submit();
  CHECK(refused.status == 429);
  CHECK(refused.text("error", "code") == "queue_full");
  CHECK_THAT(refused.head, Catch::Contains("Retry-After: 5"));
  CHECK(place.get("/readyz").text("queue_ok") == "false");
  place.claim_one();
  CHECK(place.submit().status == 202);
}

TEST_CASE(
  "what was accepted already is answered although the queue is full and the pool unserved") {
  gateway_place place{[](control_parts& x) { x.settings.max_queued_runs = 1; }};
  auto fields = R"("idempotency_key":"k","pool":"gpu")";
  place.door->now.self.pools = std::vector<std::string>{"default", "gpu"};
  auto run = place.submitted(fields);
  CHECK(place.submit().status == 429);
  CHECK(place.submit(fields).text("run_id") == run);
  place.claim_one();
  place.door->now.self.pools = std::vector<std::string>{"default"};
  CHECK(place.submit(R"("pool":"gpu")").status == 422);
  CHECK(place.submit(fields).text("run_id") == run);
  auto other = place.submit(R"("idempotency_key":"k","labels":{"a":"1"})");
  CHECK(other.text("error", "code") == "conflict");
}

TEST_CASE("a node that leaves, or cannot reach its history, accepts nothing") {
  gateway_place place;
  place.door->now.draining = true;
  auto refused = place.submit();
  CHECK(refused.status == 503);
  CHECK(refused.text("error", "code") == "draining");
  CHECK_THAT(refused.head, Catch::Contains("Retry-After: 5"));
  place.door->now.draining = false;
  place.door->now.history_answers = false;
  CHECK(place.submit().text("error", "code") == "unavailable");
  place.door->now.history_answers = true;
  CHECK(place.submit(R"("config":"pipeline: busy")").status == 503);
  CHECK(place.get("/v1/runs").text("runs") == "[]");
}

TEST_CASE("what fails inside is told under a number, and only the log says what", "[P323]") {
  gateway_place place;
  auto reply = place.submit(R"("config":"pipeline: crash")");
  CHECK(reply.status == 500);
  CHECK_THAT(reply.body, !Catch::Contains("SELECT"));
  auto message = reply.text("error", "message");
  auto reference = message.substr(message.size() - 12);
  REQUIRE(place.log.size() == 1);
  CHECK_THAT(place.log[0], Catch::Contains(reference) && Catch::Contains("SELECT secret"));
}

TEST_CASE("a pipeline is stored without the default config, which counts for its key") {
  test::temp_folder folder;
  auto url = "sqlite:" + folder.path().string() + "/history.db";
  auto with = [](int64_t a) {
    return [a](control_parts& x) {
      x.settings.default_config =
        node{node::map_type{{"name", node{std::string{"base"}}, {}},
                            {"vars", node{node::map_type{{"a", node{a}, {}}}}, {}}}};
    };
  };
  auto fields = R"("idempotency_key":"k","config":"pipeline: {}\nvars: {b: 2}\n")";
  gateway_place place{with(1), url};
  auto run = place.submitted(fields);
  auto stored = place.own->archive().config(run);
  CHECK((*stored)->config == "pipeline: {}\nvars: {b: 2}\n");
  CHECK(place.get("/v1/runs/" + run).text("labels", "pipeline") == "base");
  CHECK(place.submit(fields).text("run_id") == run);
  gateway_place other{with(2), url};
  CHECK(other.submit(fields).status == 409);
}

TEST_CASE("a pipeline that is out of bounds is forbidden, and the audit log says why", "[P215]") {
  gateway_place place{[](control_parts& x) {
    x.check = [](const submitted_pipeline&) -> expected<checked_pipeline> {
      return checked_pipeline{.forbidden = "config.yaml:3: \"/proc/self\" is a place"};
    };
  }};
  auto reply = place.submit("", "token of bob");
  CHECK(reply.status == 403);
  CHECK(
    reply.body
    == R"({"error":{"code":"forbidden","message":"config.yaml:3: \"/proc/self\" is a place"}})");
  auto audit = *place.own->audit().read({.action = "run.submit"});
  REQUIRE(audit.size() == 1);
  CHECK(audit[0].principal == "bob");
  CHECK(audit[0].result == "forbidden");
  CHECK(audit[0].detail == "config.yaml:3: \"/proc/self\" is a place");
  CHECK(place.own->archive().count({})->empty());
}

TEST_CASE("what probes find is told with the answer, and refuses where one fails") {
  std::string unwell;
  gateway_place place{[&unwell](control_parts& x) {
    x.probe = [&unwell](const submitted_pipeline&) -> expected<probed_pipeline> {
      return probed_pipeline{.report = R"({"summary":{}})", .unwell = unwell};
    };
  }};
  auto accepted = place.submit(R"("doctor_first":true)");
  CHECK(accepted.status == 202);
  CHECK(accepted.text("doctor_report") == R"({"summary":{}})");
  CHECK(place.get("/v1/runs/" + accepted.text("run_id")).text("doctor_report")
        == R"({"summary":{}})");
  unwell = "row a, source csv: no such file";
  auto refused = place.submit(R"("doctor_first":true)");
  CHECK(refused.status == 422);
  CHECK(refused.text("error", "message") == "doctor_first: row a, source csv: no such file");
  CHECK(refused.text("error", "details") == R"({"doctor_report":{"summary":{}}})");
}

TEST_CASE("what was accepted under its key is answered so before anything is probed again") {
  auto answers = true;
  gateway_place place{[&answers](control_parts& x) {
    x.probe = [&answers](const submitted_pipeline&) -> expected<probed_pipeline> {
      return probed_pipeline{.report = "{}", .unwell = answers ? "" : "no answer"};
    };
  }};
  const std::string fields = R"("doctor_first":true,"idempotency_key":"k")";
  auto run = place.submit(fields).text("run_id");
  answers = false;
  auto again = place.submit(fields);
  CHECK(again.status == 202);
  CHECK(again.text("run_id") == run);
  CHECK(place.submit(R"("doctor_first":true)").status == 422);
}

TEST_CASE("a node that began to leave while the doctor looked accepts nothing any more") {
  gateway_place* here = nullptr;
  gateway_place place{[&here](control_parts& x) {
    x.probe = [&here](const submitted_pipeline&) -> expected<probed_pipeline> {
      here->door->now.draining = true;
      return probed_pipeline{.report = "{}", .unwell = {}};
    };
  }};
  here = &place;
  CHECK(place.submit(R"("doctor_first":true)").status == 503);
  CHECK(place.own->archive().count({})->empty());
}

TEST_CASE("who has submitted a run is stored with it, once") {
  gateway_place place;
  auto accepted = place.submit("", "token of bob");
  REQUIRE(accepted.status == 202);
  auto audit = *place.own->audit().read({.action = "run.submit"});
  REQUIRE(audit.size() == 1);
  CHECK(audit[0].principal == "bob");
  CHECK(audit[0].run == accepted.text("run_id"));
  CHECK(audit[0].result == "ok");
  CHECK_FALSE(audit[0].config_fingerprint.empty());
}

TEST_CASE("each submission under one key has one entry in the audit log") {
  gateway_place place;
  auto first = place.submit(R"("idempotency_key":"k")", "token of bob");
  auto again = place.submit(R"("idempotency_key":"k")", "token of bob");
  auto other = place.submit(R"("idempotency_key":"k","timeout_secs":5)", "token of bob");
  REQUIRE(other.status == 409);
  auto audit = *place.own->audit().read({.action = "run.submit"});
  REQUIRE(audit.size() == 3);
  CHECK(audit[0].result == "conflict");
  CHECK(audit[1].detail == "replay");
  CHECK(audit[1].run == first.text("run_id"));
  CHECK(audit[2].detail.empty());
  CHECK(audit[2].run == first.text("run_id"));
}
