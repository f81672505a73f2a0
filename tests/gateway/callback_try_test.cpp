#include "apps/node/gateway/callback_check.hpp"
#include "apps/node/gateway/callback_try.hpp"
#include "apps/node/gateway/run_json.hpp"
#include "config/json_reader.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_server.hpp"

using namespace faucet;
using namespace std::chrono_literals;
using test::raw_peer;
using test::raw_server;

namespace {

delivery of(const std::string& url, uint64_t tries = 1) {
  delivery result{.id = 1, .tries = tries, .callback = R"({"url":")" + url + R"("})", .record = {}};
  result.record.run = "run-1";
  result.record.status = run_status::failed;
  return result;
}

/// A server that answers so, and puts what it was sent into `heard`.
raw_server answers(std::string reply, std::string* heard = nullptr) {
  return raw_server{[reply = std::move(reply), heard](raw_peer& peer) {
    auto head = peer.read_head();
    if (heard != nullptr) {
      *heard = head;
    }
    peer.send("HTTP/1.1 " + reply + "\r\nContent-Length: 0\r\n\r\n");
    peer.wait_for_its_end();
  }};
}

const std::vector<std::string> no_hosts;

} // namespace

TEST_CASE("a callback tells how the run ended, and what its submitter has added") {
  run_record x;
  x.run = "run-1";
  x.name = "sales";
  x.labels = {{"team", "a"}};
  x.status = run_status::completed;
  x.lost_attempts = 1;
  x.submitted_at = *parse_instant("2026-11-30T08:00:00Z");
  x.started_at = *parse_instant("2026-11-30T08:00:01Z");
  x.finished_at = *parse_instant("2026-11-30T08:00:03.5Z");
  x.outcome = R"({"records_written":42})";
  auto extra = read_json(R"({"channel":"#data","n":[1.50]})", nullptr);
  REQUIRE(extra);
  CHECK(callback_json(x, *extra)
        == R"({"event":"run.completed","run_id":"run-1","name":"sales","labels":{"team":"a"},)"
           R"("status":"completed","submitted_at":"2026-11-30T08:00:00.000000000Z",)"
           R"("started_at":"2026-11-30T08:00:01.000000000Z",)"
           R"("finished_at":"2026-11-30T08:00:03.500000000Z","elapsed_secs":2.500,)"
           R"("records_written":42,"error":null,"attempt":1,"channel":"#data","n":[1.50]})");
}

TEST_CASE("a callback that was accepted is over") {
  std::string heard;
  {
    auto server = answers("204 No Content", &heard);
    auto verdict = try_callback(of(server.url() + "/hook?x=1"), no_hosts);
    CHECK(verdict.error.empty());
    CHECK_FALSE(verdict.pause);
  }
  CHECK_THAT(heard, Catch::StartsWith("POST /hook?x=1 HTTP/1.1\r\n"));
  CHECK_THAT(heard, Catch::Contains("Content-Type: application/json\r\n"));
}

TEST_CASE("a callback is delivered once its status came, however long or slow the answer is") {
  raw_server server{[](raw_peer& peer) {
    peer.read_head();
    peer.send("HTTP/1.1 200 OK\r\nContent-Length: 100000000\r\n\r\nand so on");
    peer.wait_for_its_end();
  }};
  auto verdict = try_callback(of(server.url()), no_hosts);
  CHECK(verdict.error.empty());
  CHECK_FALSE(verdict.pause);
}

TEST_CASE("a callback that is refused, or redirected, is tried three times in all", "[P331]") {
  std::string status = GENERATE("500 Oops", "404 No", "302 Found\r\nLocation: http://127.0.0.1:1/");
  auto [tries, pause] = GENERATE(table<uint64_t, std::optional<std::chrono::milliseconds>>({
    {1, 250ms},
    {2, 500ms},
    {3, std::nullopt},
    {4, std::nullopt},
  }));
  auto server = answers(status);
  auto verdict = try_callback(of(server.url(), tries), no_hosts);
  CHECK(verdict.pause == pause);
  CHECK_THAT(verdict.error, Catch::EndsWith("answered with status " + status.substr(0, 3)));
}

TEST_CASE("a callback goes to no host that is link-local once its name is looked up", "[P331]") {
  std::string url =
    GENERATE("http://169.254.169.254/", "http://[fe80::1]/", "http://[::ffff:169.254.169.254]/",
             "http://[64:ff9b::a9fe:a9fe]/", "http://[fd00:ec2::254]/", "http://100.100.100.200/",
             "http://2852039166/", "http://0xa9fea9fe/");
  auto verdict = try_callback(of(url), no_hosts);
  CHECK_FALSE(verdict.pause);
  CHECK_THAT(verdict.error, Catch::EndsWith("is link-local or a metadata service"));
}

TEST_CASE("with hosts that are allowed, a callback goes to no other") {
  auto verdict = try_callback(of("http://127.0.0.1:1/"), {"hooks.example"});
  CHECK_FALSE(verdict.pause);
  CHECK_THAT(verdict.error, Catch::Contains("--callback-allow-host"));
  CHECK_THAT(try_callback(of("http://127.0.0.1:1/"), {"127.0.0.1"}).error,
             Catch::Contains("cannot connect"));
}

TEST_CASE("what a history holds for a callback may be damaged") {
  std::string callback = GENERATE("", "{", "[]", "{}", R"({"url":1})", R"({"url":"file:///x"})");
  delivery x;
  x.callback = callback;
  auto verdict = try_callback(x, no_hosts);
  CHECK_FALSE(verdict.error.empty());
  CHECK_FALSE(verdict.pause);
}
