#include "apps/node/gateway/log_streams.hpp"
#include "apps/node/gateway/show_logs.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"
#include "tests/http/raw_client.hpp"
#include "tests/own_postgres.hpp"

#include <algorithm>

using namespace faucet;
using namespace std::chrono_literals;
using test::gateway_place;

namespace {

const auto stream_start = log_streams::clock::now();

/// What a stream was sent; may be told not to take more.
class recorded_stream final : public http_stream {
public:
  bool send(std::string piece) override {
    if (!takes || piece.size() > most) {
      return false;
    }
    text += piece;
    return true;
  }

  void end() override {
    ended = true;
  }

  [[nodiscard]] bool is_open() const override {
    return open && !ended;
  }

  std::string text;
  bool takes = true;
  size_t most = SIZE_MAX; ///< bytes of a piece that it takes
  bool open = true;
  bool ended = false;
};

void log(history& to, const std::string& run, uint64_t sequence, const std::string& text) {
  log_line line{.sequence = sequence, .at = {}, .level = "info", .line = text, .attributes = {}};
  REQUIRE(to.logs().append(run, {&line, 1}));
}

} // namespace

TEST_CASE("a stream sends what was logged, what is logged from now on, and the end") {
  gateway_place place;
  auto run = place.submitted();
  auto hold = place.claim_one();
  log(*place.own, run, 1, "one");
  test::raw_client client{place.server->port()};
  client.send("GET /v1/runs/" + run
              + "/logs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token of ann\r\n"
                "Connection: close\r\n\r\n");
  auto head = client.read_until("following\n\n");
  CHECK_THAT(head, Catch::Contains("200 OK") && Catch::Contains("text/event-stream"));
  auto& streams = *place.parts->streams;
  REQUIRE(streams.size() == 1);
  streams.tick(*place.own, stream_start + 1h);
  CHECK_THAT(client.read_until("data: one\n\n"), Catch::Contains("id: 1\nevent: log\ndata: one"));
  log(*place.own, run, 2, "two\nlines");
  streams.tick(*place.own, stream_start + 2h);
  CHECK_THAT(client.read_until("data: lines\n\n"),
             Catch::Contains("id: 2\nevent: log\ndata: two\ndata: lines\n\n"));
  place.end(hold);
  for (int i = 3; i < 6; ++i) {
    streams.tick(*place.own, stream_start + i * 1h);
  }
  auto rest = client.read_all();
  CHECK_THAT(rest, Catch::Contains("event: end\ndata: done\n\n"));
  CHECK(streams.size() == 0);
}

TEST_CASE("lines that come just behind the end of a run are not lost", "[P329]") {
  gateway_place place;
  auto run = place.submitted();
  place.end(place.claim_one());
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  streams.add(run, 0, stream, stream_start);
  streams.tick(*place.own, stream_start);
  CHECK_FALSE(stream->ended);
  log(*place.own, run, 1, "late");
  for (int i = 1; i < 6; ++i) {
    streams.tick(*place.own, stream_start + i * 1s);
  }
  CHECK(stream->text == "id: 1\nevent: log\ndata: late\n\nevent: end\ndata: done\n\n");
  CHECK(stream->ended);
}

TEST_CASE("a stream of a run that is gone ends") {
  gateway_place place;
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  streams.add("none", 0, stream, stream_start);
  streams.tick(*place.own, stream_start);
  CHECK(stream->text == "event: end\ndata: done\n\n");
}

TEST_CASE("a stream that has nothing to say says so now and then") {
  gateway_place place;
  auto run = place.submitted();
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  streams.add(run, 0, stream, stream_start);
  streams.tick(*place.own, stream_start + 14s);
  CHECK(stream->text.empty());
  streams.tick(*place.own, stream_start + 15s);
  CHECK(stream->text == ": still here\n\n");
  streams.tick(*place.own, stream_start + 29s);
  CHECK(stream->text == ": still here\n\n");
}

TEST_CASE("a client that does not read loses no line, and one that is gone is forgotten") {
  gateway_place place;
  auto run = place.submitted();
  log(*place.own, run, 1, "one");
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  stream->takes = false;
  streams.add(run, 0, stream, stream_start);
  streams.tick(*place.own, stream_start);
  stream->takes = true;
  log(*place.own, run, 2, "two");
  streams.tick(*place.own, stream_start + 1s);
  CHECK_THAT(stream->text, Catch::Contains("data: one") && Catch::Contains("data: two"));
  stream->open = false;
  streams.tick(*place.own, stream_start + 2s);
  CHECK(streams.size() == 0);
}

TEST_CASE("a stream tells how many lines were not kept") {
  gateway_place place;
  auto run = place.submitted();
  place.end(place.claim_one());
  auto few = open_history(
    {.url = "sqlite:" + place.folder.path().string() + "/history.db", .most_log_lines = 1});
  REQUIRE(few);
  log(**few, run, 1, "kept");
  log(**few, run, 2, "dropped");
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  streams.add(run, 0, stream, stream_start);
  for (int i = 0; i < 6; ++i) {
    streams.tick(**few, stream_start + i * 1s);
  }
  CHECK_THAT(stream->text, Catch::Contains("event: truncated\ndata: 1 lines were not kept\n\n"));
  CHECK(stream->ended);
}

TEST_CASE("there are only so many streams") {
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  for (size_t i = 0; i < log_streams::most; ++i) {
    REQUIRE(streams.add("run", 0, stream, stream_start));
  }
  CHECK_FALSE(streams.add("run", 0, stream, stream_start));
}

TEST_CASE("the history goes and comes back: streams go on, requests are to be tried again",
          "[P320]") {
  test::own_postgres server;
  gateway_place place{{}, server.address()};
  auto run = place.submitted();
  log(*place.own, run, 1, "one");
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  streams.add(run, 0, stream, stream_start);
  server.stop_immediately();
  streams.tick(*place.own, stream_start + 1s);
  CHECK(stream->is_open());
  auto away = place.get("/v1/runs/" + run);
  CHECK(away.status == 503);
  CHECK(away.text("error", "message") == "the history does not answer");
  CHECK(place.submit(R"("idempotency_key":"k")").status == 503);
  server.start();
  streams.tick(*place.own, stream_start + 2s);
  CHECK_THAT(stream->text, Catch::Contains("data: one"));
  CHECK(place.get("/v1/runs/" + run).status == 200);
  CHECK(place.submit(R"("idempotency_key":"k")").status == 202);
}

TEST_CASE("a page of long lines is sent in pieces that a stream takes") {
  gateway_place place;
  auto run = place.submitted();
  constexpr uint64_t lines = 450;
  std::vector<log_line> logged;
  for (uint64_t i = 1; i <= lines; ++i) {
    logged.push_back({.sequence = i,
                      .at = {},
                      .level = "info",
                      .line = std::string(16UL << 10, 'x'),
                      .attributes = {}});
  }
  REQUIRE(place.own->logs().append(run, logged));
  log_streams streams;
  auto stream = std::make_shared<recorded_stream>();
  stream->most = 2UL << 20;
  streams.add(run, 0, stream, stream_start);
  for (int i = 0; i < 10; ++i) {
    streams.tick(*place.own, stream_start + i * 1s);
  }
  CHECK_THAT(stream->text, Catch::StartsWith("id: 1\n") && Catch::Contains("id: 450\n"));
  CHECK(std::count(stream->text.begin(), stream->text.end(), '\n') == 4 * lines);
}

TEST_CASE("a history that is away is asked once, not once for each stream") {
  test::own_postgres server;
  gateway_place place{{}, server.address()};
  auto run = place.submitted();
  log_streams streams;
  std::vector<std::shared_ptr<recorded_stream>> open;
  for (int i = 0; i < 3; ++i) {
    open.push_back(std::make_shared<recorded_stream>());
    streams.add(run, 0, open.back(), stream_start);
  }
  server.stop_immediately();
  streams.tick(*place.own, stream_start + 16s);
  for (const auto& x : open) {
    CHECK(x->text == ": still here\n\n");
  }
  server.start();
  log(*place.own, run, 1, "one");
  streams.tick(*place.own, stream_start + 16s); // those that were not asked for have their turn
  CHECK_THAT(open[0]->text, !Catch::Contains("data: one"));
  CHECK_THAT(open[1]->text, Catch::Contains("data: one"));
  CHECK_THAT(open[2]->text, Catch::Contains("data: one"));
  streams.tick(*place.own, stream_start + 17s);
  CHECK_THAT(open[0]->text, Catch::Contains("data: one"));
}

TEST_CASE("a stream for which there is no place any more is told so and ends") {
  gateway_place place;
  auto run = place.submitted();
  http_request request;
  request.target = *parse_http_target("/v1/runs/" + run + "/logs");
  std::vector<std::string> arguments{run};
  principal ann{.name = "ann", .may = role::viewer};
  audit_note note;
  auto reply = show_logs({request, arguments, ann, *place.parts, *place.own, note});
  REQUIRE(reply);
  auto stream = std::make_shared<recorded_stream>();
  while (place.parts->streams->add(run, 0, stream, stream_start)) {
    // until none has a place
  }
  auto late = std::make_shared<recorded_stream>();
  reply->stream(late);
  CHECK(late->ended);
  CHECK_THAT(late->text, Catch::Contains("too many streams"));
}

TEST_CASE("stored lines are read page by page as JSON or as text") {
  gateway_place place;
  auto run = place.submitted();
  log(*place.own, run, 10, "one");
  log(*place.own, run, 20, "two \"quoted\"");
  auto base = "/v1/runs/" + run + "/logs?format=";
  auto page = place.get(base + "jsonl&limit=1");
  CHECK_THAT(page.head, Catch::Contains("application/x-ndjson"));
  CHECK(page.body
        == "{\"seq\":10,\"ts\":\"1970-01-01T00:00:00.000000000Z\",\"level\":\"info\","
           "\"line\":\"one\"}\n{\"truncated\":true,\"next_after\":10}\n");
  CHECK(place.get(base + "jsonl&after=10").body
        == "{\"seq\":20,\"ts\":\"1970-01-01T00:00:00.000000000Z\",\"level\":\"info\","
           "\"line\":\"two \\\"quoted\\\"\"}\n");
  CHECK(place.get(base + "text").body
        == "1970-01-01T00:00:00.000000000Z info one\n"
           "1970-01-01T00:00:00.000000000Z info two \"quoted\"\n");
  CHECK(place.get(base + "text&after=20").body.empty());
}

TEST_CASE("a stream that broke goes on where it was") {
  gateway_place place;
  auto run = place.submitted();
  log(*place.own, run, 1, "one");
  log(*place.own, run, 2, "two");
  test::raw_client client{place.server->port()};
  client.send("GET /v1/runs/" + run
              + "/logs HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer token of ann\r\n"
                "Last-Event-ID: 1\r\n\r\n");
  client.read_until("following\n\n");
  place.parts->streams->tick(*place.own, stream_start + 1h);
  CHECK_THAT(client.read_until("data: two\n\n"), !Catch::Contains("one"));
}
