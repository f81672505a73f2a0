#include "config/document.hpp"
#include "config/json_reader.hpp"
#include "model/utf8.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"
#include "tests/http/raw_client.hpp"

using namespace faucet;
using test::gateway_place;

TEST_CASE("without a token nothing is shown but what is open to all") {
  gateway_place place;
  for (const auto* path : {"/healthz", "/readyz", "/metrics"}) {
    CHECK(place.get(path, "").status == 200);
  }
  CHECK(place.get("/healthz", "").body.empty());
  CHECK(place.get("/metrics", "").body == "faucet_up 1\n");
  for (const auto* path : {"/v1/runs", "/v1/whoami", "/v1/schemas", "/openapi.yaml", "/v1/audit",
                           "/v1/runs/x", "/v1/runs/x/logs"}) {
    auto reply = place.get(path, "");
    CHECK(reply.status == 401);
    CHECK(reply.text("error", "message") == "missing or invalid bearer token");
    CHECK_THAT(reply.head, Catch::Contains("WWW-Authenticate: Bearer"));
  }
  CHECK(place.ask("POST", "/v1/runs", "{}", "wrong").status == 401);
  CHECK(place.ask("OPTIONS", "/v1/runs", {}, "").status == 204);
}

TEST_CASE("a body of somebody without a token is not read") {
  gateway_place place;
  test::raw_client client{place.server->port()};
  client.send("POST /v1/runs HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
  CHECK_THAT(client.read_until("\r\n\r\n"), Catch::StartsWith("HTTP/1.1 401"));
}

TEST_CASE("each role may do what it may and no more") {
  gateway_place place;
  auto run = place.submitted();
  auto [token, submit, cancel, look, erase] =
    GENERATE(table<std::string, unsigned, unsigned, unsigned, unsigned>({
      {"token of ann", 403, 403, 200, 403},
      {"token of bob", 202, 202, 200, 403},
      {"token of eve", 202, 202, 200, 204},
    }));
  CHECK(place.get("/v1/runs/" + run, token).status == look);
  CHECK(place.submit("", token).status == submit);
  CHECK(place.ask("POST", "/v1/runs/" + run + "/cancel", {}, token).status == cancel);
  place.ask("POST", "/v1/runs/" + run + "/cancel");
  CHECK(place.ask("DELETE", "/v1/runs/" + run, {}, token).status == erase);
}

TEST_CASE("everybody is told who they are") {
  gateway_place place;
  auto reply = place.get("/v1/whoami", "token of bob");
  CHECK(reply.body == R"({"name":"bob","role":"operator"})");
}

TEST_CASE("a method that a path does not know is told the others") {
  gateway_place place;
  auto reply = place.ask("PUT", "/v1/runs");
  CHECK(reply.status == 405);
  CHECK_THAT(reply.head, Catch::Contains("Allow: POST, GET"));
  CHECK(place.ask("OPTIONS", "/nowhere").status == 404);
  CHECK(place.notes.back() == "OPTIONS <unmatched> 404");
}

TEST_CASE("requests are counted by the template of their path") {
  gateway_place place;
  place.get("/v1/runs/some-run");
  place.get("/etc/passwd");
  place.get("/healthz");
  place.get("/v1/runs", "");
  CHECK(place.notes
        == std::vector<std::string>{"GET /v1/runs/{id} 404", "GET <unmatched> 404",
                                    "GET /healthz 200", "GET /v1/runs 401"});
}

TEST_CASE("a request whose client was told already that it takes too long is counted so, once") {
  class impatient_exchange : public http_exchange {
  public:
    void answer(http_reply) override {
      // Comes too late.
    }
    void allow_any_time() override {
      // Asked of submissions that are probed.
    }
    [[nodiscard]] bool is_waiting() const override {
      return waits_-- > 0;
    }
    std::shared_ptr<http_stream> stream(http_reply) override {
      return nullptr;
    }

  private:
    mutable int waits_ = 1; ///< while it is taken up, and no longer
  };
  gateway_place place;
  control_plane plane{place.parts, *place.own};
  http_request request{.method = "GET", .target = {.path = {"v1", "runs"}}};
  request.headers.emplace_back("authorization", "Bearer token of eve");
  plane.serve(request, std::make_shared<impatient_exchange>());
  CHECK(place.notes == std::vector<std::string>{"GET /v1/runs 503"});
}

TEST_CASE("pages of origins that are named may ask, others may not") {
  gateway_place place{
    [](control_parts& x) { x.settings.cors_origins = {"https://ui.example.org"}; }};
  auto asked = place.ask("OPTIONS", "/v1/runs", {}, "", "Origin: https://ui.example.org\r\n");
  CHECK(asked.status == 204);
  CHECK_THAT(asked.head, Catch::Contains("Access-Control-Allow-Origin: https://ui.example.org")
                           && Catch::Contains("Access-Control-Allow-Methods: POST, GET, OPTIONS")
                           && Catch::Contains("Access-Control-Allow-Headers: Authorization"));
  auto shown =
    place.ask("GET", "/v1/runs", {}, "token of eve", "Origin: https://ui.example.org\r\n");
  CHECK_THAT(shown.head, Catch::Contains("Access-Control-Allow-Origin: https://ui.example.org"));
  auto other = place.ask("OPTIONS", "/v1/runs", {}, "", "Origin: https://evil.example\r\n");
  CHECK_THAT(other.head, !Catch::Contains("Access-Control-Allow"));
  CHECK_THAT(other.head, Catch::Contains("Vary: Origin"));
}

TEST_CASE("where everybody is an admin, a page that made up a name for the node is refused",
          "[P335]") {
  gateway_place place{[](control_parts& x) {
    x.access = std::make_shared<access_control>(access_control::open_to_all());
    x.settings.allowed_hosts = {"localhost", "127.0.0.1", "::1"};
  }};
  auto with = [&](const std::string& method, const std::string& headers) {
    return place
      .ask(method, "/v1/runs", method == "POST" ? R"({"config":"pipeline: {}"})" : "", "", headers)
      .status;
  };
  CHECK(with("GET", "Host: localhost:8080\r\n") == 200);
  CHECK(with("GET", "Host: [::1]:8080\r\n") == 200);
  CHECK(with("GET", "Host: LOCALHOST\r\n") == 200);
  CHECK(with("GET", "Host: evil.example\r\n") == 403);
  CHECK(with("GET", "Host: localhost.evil.example\r\n") == 403);
  CHECK(with("POST", "Host: localhost\r\n") == 202);
  CHECK(with("POST", "Host: localhost:8080\r\nOrigin: http://LOCALHOST:8080\r\n") == 202);
  CHECK(with("POST", "Host: [::1]:80\r\nOrigin: http://[::1]\r\n") == 202);
  CHECK(with("POST", "Host: localhost\r\nOrigin: https://localhost:443\r\n") == 202);
  CHECK(with("POST", "Host: localhost:8080\r\nOrigin: http://localhost:3000\r\n") == 403);
  CHECK(with("POST", "Host: localhost:8080\r\nOrigin: http://localhost\r\n") == 403);
  CHECK(with("POST", "Host: localhost:8080\r\nOrigin: http://127.0.0.1:8080\r\n") == 403);
  CHECK(with("POST", "Host: localhost:443\r\nOrigin: http://localhost\r\n") == 403);
  CHECK(with("POST", "Host: localhost:8080\r\nOrigin: ftp://localhost:8080\r\n") == 403);
  CHECK(with("POST", "Host: localhost\r\nOrigin: https://evil.example\r\n") == 403);
  CHECK(with("POST", "Host: localhost\r\nOrigin: null\r\n") == 403);
  CHECK(place.ask("GET", "/healthz", {}, "", "Host: evil.example\r\n").status == 200);
}

TEST_CASE("where hosts and origins are named, others are refused and probes are not") {
  gateway_place place{[](control_parts& x) {
    x.settings.allowed_hosts = {"faucet.example", "ui.example"};
    x.settings.allowed_origins = {"https://ui.example:8443"};
    x.settings.cors_origins = {"https://other.example"};
  }};
  auto with = [&](const std::string& method, const std::string& headers) {
    return place
      .ask(method, "/v1/runs", method == "POST" ? R"({"config":"pipeline: {}"})" : "",
           "token of eve", headers)
      .status;
  };
  const std::string host = "Host: Faucet.example:8080\r\n";
  CHECK(with("GET", host) == 200);
  CHECK(with("GET", "Host: localhost\r\n") == 403);
  CHECK(with("POST", host) == 202);
  CHECK(with("POST", host + "Origin: https://UI.example:8443\r\n") == 202);
  CHECK(with("POST", host + "Origin: https://other.example\r\n") == 202);
  CHECK(with("POST", host + "Origin: https://ui.example\r\n") == 403);
  CHECK(with("POST", host + "Origin: null\r\n") == 403);
  CHECK(with("GET", host + "Origin: https://evil.example\r\n") == 200);
  for (const auto* probe : {"/healthz", "/readyz", "/metrics"}) {
    CHECK(place.ask("GET", probe, {}, "", "Host: 10.0.0.1\r\n").status == 200);
  }
}

TEST_CASE("origins alone bound who may change anything, whatever the node is called") {
  gateway_place place{
    [](control_parts& x) { x.settings.allowed_origins = {"https://ui.example"}; }};
  auto with = [&](const std::string& headers) {
    return place.ask("POST", "/v1/runs", R"({"config":"pipeline: {}"})", "token of eve", headers)
      .status;
  };
  CHECK(with("Host: anything\r\n") == 202);
  CHECK(with("Host: anything\r\nOrigin: https://ui.example\r\n") == 202);
  CHECK(with("Host: anything\r\nOrigin: https://anything\r\n") == 403);
}

TEST_CASE("readiness says whether the node takes runs, and who else does") {
  gateway_place place;
  live_member old{{.instance = "old"}, std::chrono::milliseconds{1}};
  place.door->now.members.push_back(old);
  auto ready = place.get("/readyz", "");
  CHECK(ready.status == 200);
  CHECK(ready.body
        == R"({"status":"ready","history_ok":true,"queue_ok":true,"draining":false,)"
           R"("cluster":{"enabled":true,"instances":2,"pools":["default"],"members":[)"
           R"({"instance_id":"node-1","listen":"127.0.0.1:8080","pools":["default"],)"
           R"("in_flight":0,"max_concurrent":4},)"
           R"({"instance_id":"old","listen":"","pools":null,"in_flight":0,"max_concurrent":0}]}})");
  place.door->now.draining = true;
  auto leaving = place.get("/readyz", "");
  CHECK(leaving.status == 503);
  CHECK(leaving.text("draining") == "true");
  CHECK(leaving.text("status") == "not_ready");
  place.door->now.draining = false;
  place.door->now.history_answers = false;
  auto alone = place.get("/readyz", "");
  CHECK(alone.status == 503);
  CHECK(alone.text("history_ok") == "false");
}

TEST_CASE("a single server is ready without members") {
  gateway_place place{[](control_parts& x) { x.settings.clustered = false; }};
  auto ready = place.get("/readyz", "");
  CHECK(ready.text("cluster", "enabled") == "false");
  CHECK(ready.text("cluster", "instances") == "1");
  CHECK(ready.text("cluster", "members") == "[]");
}

TEST_CASE("the description names every route, and all that it refers to is there") {
  gateway_place place;
  auto reply = place.get("/openapi.yaml");
  CHECK_THAT(reply.head, Catch::Contains("application/yaml"));
  auto read = parse_document(reply.body, "openapi.yaml");
  REQUIRE(read);
  CHECK(*read->find("openapi")->text() == "3.1.0");
  const auto& paths = *read->find("paths");
  for (const auto* path :
       {"/healthz", "/readyz", "/metrics", "/openapi.yaml", "/v1/runs", "/v1/runs/{id}",
        "/v1/runs/{id}/cancel", "/v1/runs/{id}/config", "/v1/runs/{id}/events",
        "/v1/runs/{id}/logs", "/v1/audit", "/v1/whoami", "/v1/schemas"}) {
    CHECK(paths.find(path) != nullptr);
  }
  CHECK(paths.find("/v1/runs")->find("post")->find("requestBody") != nullptr);
  CHECK(paths.find("/v1/runs/{id}")->find("delete") != nullptr);
  const auto& schemas = *read->find("components")->find("schemas");
  CHECK(schemas.find("Submission")->find("properties")->find("timeout_secs") != nullptr);
  size_t references = 0;
  constexpr std::string_view to_schema = "#/components/schemas/";
  for (auto at = reply.body.find(to_schema); at != std::string::npos;
       at = reply.body.find(to_schema, at + 1)) {
    auto start = at + to_schema.size();
    auto name = reply.body.substr(start, reply.body.find('\'', start) - start);
    INFO(name);
    CHECK(schemas.find(name) != nullptr);
    ++references;
  }
  CHECK(references > 20);
}

TEST_CASE("schemas are shown of all that a pipeline may name") {
  gateway_place place{[](control_parts& x) {
    x.types.sources = {{"csv", "Reads CSV.", {.what = type_schema::form::object}}};
  }};
  auto reply = place.get("/v1/schemas").json();
  CHECK(reply.find("sources")->find("csv")->map() != nullptr);
  CHECK(reply.find("pipeline")->find("$defs") != nullptr);
}

TEST_CASE("a reply to a body that is no UTF-8 is UTF-8 and does not repeat its bytes") {
  gateway_place place;
  for (const auto* body :
       {"{\"config\": \"\xff\xfe\"}", "{\"\xc3(\": 1}", "\xff", "{\"pool\": \xf0\x9f}"}) {
    auto reply = place.ask("POST", "/v1/runs", body);
    INFO(reply.body);
    CHECK((reply.status == 400 || reply.status == 422));
    CHECK(is_utf8(reply.body));
  }
}
