#include "config/document.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;
using namespace std::chrono_literals;
using test::gateway_place;

namespace {

/// Ids in a list, newest first.
std::vector<std::string> ids(const test::api_answer& reply) {
  std::vector<std::string> result;
  auto body = reply.json();
  INFO(reply.body);
  REQUIRE(body.find("runs") != nullptr);
  for (const auto& x : *body.find("runs")->list()) {
    result.push_back(*x.find("run_id")->text());
  }
  return result;
}

} // namespace

TEST_CASE("a run is shown from its submission to its end") {
  gateway_place place;
  auto run = place.submitted(R"("idempotency_key":"k")");
  auto waits = place.get("/v1/runs/" + run);
  CHECK(waits.text("status") == "pending");
  CHECK(waits.text("started_at") == "null");
  CHECK(waits.text("elapsed_secs") == "null");
  CHECK(waits.text("error") == "null");
  CHECK(waits.text("idempotency_key") == "k");
  CHECK(waits.text("attempt") == "0");
  CHECK(waits.text("invocations") == "[]");
  CHECK(waits.text("callback") == "missing");
  auto hold = place.claim_one();
  auto runs = place.get("/v1/runs/" + run);
  CHECK(runs.text("status") == "running");
  CHECK(runs.text("owner") == "node-1");
  CHECK(runs.text("epoch") == "1");
  CHECK(runs.text("elapsed_secs") != "null");
  place.end(hold, run_status::failed);
  auto ended = place.get("/v1/runs/" + run);
  CHECK(ended.text("status") == "failed");
  CHECK(ended.text("error") == "broke");
  CHECK(ended.text("records_written") == "7");
  CHECK(ended.text("invocations") == R"([{"row_id":"row-0"}])");
  CHECK(ended.text("log_export", "status") == "disabled");
}

TEST_CASE("only an admin sees a config within its run") {
  gateway_place place;
  auto run = place.submitted();
  CHECK(place.get("/v1/runs/" + run, "token of bob").text("config_body") == "missing");
  CHECK(place.get("/v1/runs/" + run, "token of eve").text("config_body") != "missing");
}

TEST_CASE("runs are listed page by page, although the last of a page is deleted meanwhile",
          "[P325]") {
  gateway_place place;
  std::vector<std::string> runs;
  for (int i = 0; i < 5; ++i) {
    runs.insert(runs.begin(), place.submitted());
  }
  auto first = place.get("/v1/runs?limit=2");
  CHECK(ids(first) == std::vector(runs.begin(), runs.begin() + 2));
  place.ask("POST", "/v1/runs/" + runs[1] + "/cancel");
  CHECK(place.ask("DELETE", "/v1/runs/" + runs[1]).status == 204);
  auto second = place.get("/v1/runs?limit=2&cursor=" + first.text("next_cursor"));
  CHECK(ids(second) == std::vector(runs.begin() + 2, runs.begin() + 4));
  auto last = place.get("/v1/runs?limit=2&cursor=" + second.text("next_cursor"));
  CHECK(ids(last) == std::vector(runs.begin() + 4, runs.end()));
  CHECK(last.text("next_cursor") == "missing");
  CHECK(ids(place.get("/v1/runs?limit=2&cursor=" + runs[2]))
        == std::vector(runs.begin() + 3, runs.end()));
}

TEST_CASE("runs are found by what they are, and counted") {
  gateway_place place;
  auto one = place.submitted(R"("labels":{"team":"x"},"name":"first")");
  auto two = place.submitted(R"("labels":{"team":"y"},"name":"second")");
  place.ask("POST", "/v1/runs/" + two + "/cancel");
  CHECK(ids(place.get("/v1/runs?label=team:x")) == std::vector{one});
  CHECK(ids(place.get("/v1/runs?label=team:x&label=team:y")).empty());
  CHECK(ids(place.get("/v1/runs?status=cancelled")) == std::vector{two});
  CHECK(ids(place.get("/v1/runs?name=first")) == std::vector{one});
  CHECK(ids(place.get("/v1/runs?mine=true", "token of ann")).empty());
  CHECK(place.get("/v1/runs?counts=true").text("counts") == R"({"pending":1,"cancelled":1})");
  CHECK(place.get("/v1/runs?label=team:x&label=team:y&counts=true").text("counts") == "{}");
}

TEST_CASE("what cannot be shown is refused by its reason") {
  gateway_place place;
  auto run = place.submitted();
  auto [path, status] = GENERATE(table<std::string, unsigned>({
    {"/v1/runs/none", 404},
    {"/v1/runs/none/config", 404},
    {"/v1/runs/none/events", 404},
    {"/v1/runs/none/logs", 404},
    {"/v1/runs/none/logs?format=jsonl", 404},
    {"/v1/runs/RUN/logs?format=xml", 400},
    {"/v1/runs/RUN/logs?format=", 400},
    {"/v1/runs/RUN/logs?limit=0&format=text", 400},
    {"/v1/runs/RUN/logs?limit=10001&format=text", 400},
    {"/v1/runs/RUN/logs?after=-1", 400},
    {"/v1/runs/RUN/logs?after=99999999999999999999", 400},
    {"/v1/runs/RUN/logs?tail=5", 400},
    {"/v1/runs/RUN/events?after=x", 400},
    {"/v1/runs/RUN/events?limit=1001", 400},
    {"/v1/runs?cursor=no~cursor", 400},
    {"/v1/runs?cursor=none", 400},
    {"/v1/runs?tenant=x", 400},
    {"/v1/audit?limit=501", 400},
    {"/v1/audit?who=x", 400},
    {"/v1/nothing", 404},
    {"/v1/runs/", 404},
    {"/v1/runs/%00", 400},
  }));
  auto at = path.find("RUN");
  auto asked = at == std::string::npos ? path : std::string{path}.replace(at, 3, run);
  auto reply = place.get(asked);
  INFO(asked << " → " << reply.body);
  CHECK(reply.status == status);
  CHECK(reply.text("error", "message") != "missing");
}

TEST_CASE("a config is shown with its credentials to admins alone, and whoever looked is noted") {
  gateway_place place;
  auto run = place.submitted(
    R"("config":"pipeline:\n  source: {type: x, config: {url: 'postgres://u:pw1@h/d', password: pw2, api_key: '${env:KEY}', auth: {client_secret: [pw3, {a: 4}]}, table: t}}\n")");
  auto hidden = place.get("/v1/runs/" + run + "/config", "token of ann");
  CHECK(hidden.text("format") == "yaml");
  CHECK(hidden.text("redacted") == "true");
  auto body = hidden.text("body");
  CHECK_THAT(body, !Catch::Contains("pw1") && !Catch::Contains("pw2") && !Catch::Contains("pw3"));
  CHECK_THAT(body, Catch::Contains("${env:KEY}") && Catch::Contains("table: t"));
  CHECK(parse_document(body, "config.yaml"));
  auto whole = place.get("/v1/runs/" + run + "/config");
  CHECK(whole.text("redacted") == "false");
  CHECK_THAT(whole.text("body"), Catch::Contains("password: pw2"));
  auto audit = *place.own->audit().read({.action = "run.config"});
  REQUIRE(audit.size() == 2);
  CHECK(audit[1].principal == "ann");
  CHECK(audit[1].run == run);
  CHECK(audit[1].detail == "redacted");
}

TEST_CASE("what happened to a run is listed page by page") {
  gateway_place place;
  auto run = place.submitted();
  place.end(place.claim_one());
  auto first = place.get("/v1/runs/" + run + "/events?limit=2");
  CHECK(first.json().find("events")->list()->size() == 2);
  CHECK(*first.json().find("events")->list()->front().find("kind")->text() == "submitted");
  auto rest = place.get("/v1/runs/" + run + "/events?after=" + first.text("next_after"));
  auto last = rest.json().find("events")->list()->back();
  CHECK(*last.find("kind")->text() == "completed");
  CHECK(*last.find("owner")->text() == "node-1");
  CHECK(rest.text("next_after") == "missing");
}

TEST_CASE("who did what is kept, also what was refused") {
  gateway_place place;
  auto run = place.submitted();
  CHECK(place.submit("", "token of ann").status == 403);
  CHECK(place.ask("POST", "/v1/runs/" + run + "/cancel", {}, "token of bob").status == 202);
  CHECK(place.ask("DELETE", "/v1/runs/" + run, {}, "token of bob").status == 403);
  CHECK(place.get("/v1/audit", "token of bob").status == 403);
  auto entries = place.get("/v1/audit").json();
  std::vector<std::string> said;
  for (const auto& x : *entries.find("entries")->list()) {
    said.push_back(*x.find("principal")->text() + " " + *x.find("action")->text() + " "
                   + *x.find("result")->text());
    CHECK(*x.find("source_ip")->text() == "127.0.0.1");
  }
  CHECK(said
        == std::vector<std::string>{"bob run.delete forbidden", "bob run.cancel ok",
                                    "ann run.submit forbidden", "eve run.submit ok"});
  auto page = place.get("/v1/audit?limit=1&principal=bob");
  auto next = place.get("/v1/audit?principal=bob&before=" + page.text("next_before"));
  CHECK(next.json().find("entries")->list()->size() == 1);
}

TEST_CASE("what options declare secret is shown to admins alone, and what they do not is shown") {
  auto text = [](std::string name, bool secret) {
    return option_schema{
      .name = std::move(name), .type = {.what = type_schema::form::string}, .secret = secret};
  };
  auto object = [](std::vector<option_schema> options) {
    return type_schema{.what = type_schema::form::object, .options = std::move(options)};
  };
  gateway_place place{[&](control_parts& x) {
    x.types.stores = {
      {"sealed", "",
       object({{.name = "encryption", .type = object({text("key", true)})}, text("key", false)})}};
    x.types.transforms = {{"mix", "", object({text("salt", true), text("token_field", false)})}};
  }};
  auto run = place.submitted(
    R"("config":"vars: {inner: pw1, outer: 'x-${vars.inner}', other: seen1}\nparams:\n  a: {secret: 'true', default: pw2}\n  b: {default: pw3}\n  c: {secret: false, default: seen2}\npipeline:\n  state: {type: sealed, config: {key: seen3, encryption: {key: pw4}}}\n  transforms: [{type: mix, config: {salt: '${vars.outer}', token_field: seen4, password: pw5}}]\n  source: {type: '${vars.kind}', config: {salt: 'pw6${param.b}', depth: seen5}}\nmatrix: [{state: {config: {encryption: {key: [pw7]}}}}]\n")");
  auto body = place.get("/v1/runs/" + run + "/config", "token of ann").text("body");
  INFO(body);
  for (auto i = 1; i <= 7; ++i) {
    CHECK_THAT(body, !Catch::Contains("pw" + std::to_string(i)));
  }
  for (auto i = 1; i <= 5; ++i) {
    CHECK_THAT(body, Catch::Contains("seen" + std::to_string(i)));
  }
  CHECK_THAT(body, Catch::Contains("${vars.outer}"));
}
