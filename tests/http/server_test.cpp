#include "apps/node/http/server.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_client.hpp"

#include <algorithm>
#include <atomic>
#include <future>
#include <mutex>
#include <thread>

using namespace faucet;
using namespace std::chrono_literals;
using test::raw_client;

namespace {

const std::string ask = "GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/// Answers with what was asked.
void echo(const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
  exchange->answer({.type = "text/plain",
                    .body = request.method + " " + request.target.path.front() + " "
                            + std::to_string(request.body.size()) + " " + request.peer});
}

http_server started(http_handler handler, http_settings settings = {}, http_screen screen = {}) {
  auto server = http_server::start(std::move(settings), std::move(handler), std::move(screen));
  REQUIRE(server);
  return std::move(*server);
}

std::string status_of(const std::string& reply) {
  return reply.substr(0, reply.find("\r\n"));
}

std::string body_of(const std::string& reply) {
  return reply.substr(std::min(reply.size(), reply.find("\r\n\r\n") + 4));
}

} // namespace

TEST_CASE("a request is answered, and the connection serves the next") {
  auto server = started(echo);
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\nabc");
  CHECK(client.read_until("127.0.0.1").ends_with("\r\n\r\nPOST a 3 127.0.0.1"));
  client.send(
    "GET /b HTTP/1.1\r\nHost: a\r\n\r\nGET /c HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  CHECK(client.read_until("GET b 0 127.0.0.1").ends_with("GET b 0 127.0.0.1"));
  CHECK(body_of(client.read_all()) == "GET c 0 127.0.0.1");
}

TEST_CASE("who does not answer in time is answered for, and knows that nobody waits any more") {
  std::promise<std::shared_ptr<http_exchange>> kept;
  auto server =
    started([&](const http_request&,
                std::shared_ptr<http_exchange> exchange) { kept.set_value(std::move(exchange)); },
            {.answer_time = 100ms});
  raw_client client{server.port()};
  client.send(ask);
  auto exchange = kept.get_future().get();
  auto reply = client.read_all();
  CHECK(status_of(reply) == "HTTP/1.1 503 Service Unavailable");
  CHECK_THAT(reply, Catch::Contains("Retry-After: 5"));
  CHECK_FALSE(exchange->is_waiting());
  exchange->answer({}); // too late
}

TEST_CASE("a reply may take any time where its handler says so") {
  std::promise<std::shared_ptr<http_exchange>> kept;
  auto server = started(
    [&](const http_request&, std::shared_ptr<http_exchange> exchange) {
      exchange->allow_any_time();
      kept.set_value(std::move(exchange));
    },
    {.answer_time = 1ms});
  raw_client client{server.port()};
  client.send(ask);
  auto exchange = kept.get_future().get();
  std::this_thread::sleep_for(50ms);
  CHECK(exchange->is_waiting());
  exchange->answer({.body = "late"});
  CHECK(body_of(client.read_all()) == "late");
}

TEST_CASE("who counts requests is told of those that nobody else sees") {
  std::promise<std::string> told;
  auto server = started(echo, {.body_limit = 10, .note_refused = [&](auto method, auto status) {
                                 told.set_value(std::string{method} + " " + std::to_string(status));
                               }});
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nabcdefghijk");
  CHECK(told.get_future().get() == "POST 413");
}

TEST_CASE("HEAD gets the headers of GET without the body") {
  auto server = started(echo);
  raw_client client{server.port()};
  client.send("HEAD /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  auto reply = client.read_all();
  CHECK_THAT(reply, Catch::Contains("Content-Length: 18"));
  CHECK(body_of(reply).empty());
}

TEST_CASE("a client that waits to be asked for its body is asked") {
  auto server = started(echo);
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n"
              "Connection: close\r\n\r\n");
  CHECK(client.read_until("\r\n\r\n") == "HTTP/1.1 100 Continue\r\n\r\n");
  client.send("abc");
  CHECK(body_of(client.read_all()) == "POST a 3 127.0.0.1");
}

TEST_CASE("what is too long or no HTTP is refused by its status") {
  auto server = started(echo, {.body_limit = 10, .header_limit = 1000});
  auto [request, status] = GENERATE(table<std::string, std::string>({
    {"POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\nabcdefghijk", "413"},
    {"POST /a HTTP/1.1\r\nTransfer-Encoding: "
     "chunked\r\n\r\n6\r\nabcdef\r\n6\r\nabcdef\r\n0\r\n\r\n",
     "413"},
    {"GET /a HTTP/1.1\r\nX: " + std::string(2000, 'x') + "\r\n\r\n", "431"},
    {"\x16\x03\x01 what", "400"},
    {"GET a HTTP/1.1\r\n\r\n", "400"},
    {"GET /%zz HTTP/1.1\r\nHost: a\r\n\r\n", "400"},
    {"POST /a HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400"},
    {"POST /a HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", "400"},
    {"POST /a HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\nGET /b HTTP/1.1\r\n\r\n", "400"},
    {"POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n", "400"},
    {"GET /a HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", "400"},
    {"GET /a HTTP/1.1\r\nAuthorization: Bearer a\r\nAuthorization: Bearer b\r\n\r\n", "400"},
  }));
  INFO(request.substr(0, 60));
  raw_client client{server.port()};
  client.send(request);
  auto reply = client.read_all();
  CHECK_THAT(status_of(reply), Catch::StartsWith("HTTP/1.1 " + status));
  CHECK(reply.rfind("HTTP/1.1 ") == 0); // what stood where a body may be is no request
  raw_client other{server.port()};
  other.send(ask);
  CHECK(body_of(other.read_all()) == "GET x 0 127.0.0.1");
}

TEST_CASE("a client that sends more than may be hears so, and is not cut off in the middle") {
  auto server = started(echo, {.body_limit = 10});
  std::string body(3'000'000, 'x');
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: " + std::to_string(body.size())
              + "\r\n\r\n");
  CHECK(client.send(body)); // all of it, before anything is read
  auto reply = client.read_all();
  CHECK_THAT(status_of(reply), Catch::StartsWith("HTTP/1.1 413"));
  CHECK_THAT(body_of(reply), Catch::Contains("--body-limit-bytes"));
}

TEST_CASE("who waits to be asked for a body that is too long is not asked") {
  auto server = started(echo, {.body_limit = 10});
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 11\r\n\r\n");
  CHECK_THAT(status_of(client.read_all()), Catch::StartsWith("HTTP/1.1 413"));
}

TEST_CASE("a request is screened before its body is sent, and the handler does not see it") {
  std::atomic<int> handled{0};
  auto server = started(
    [&](const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
      ++handled;
      echo(request, exchange);
    },
    {},
    [](const http_request& request) -> std::optional<http_reply> {
      return request.header("authorization") == "yes" ? std::nullopt
                                                      : std::optional{http_reply{.status = 401}};
    });
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1000000\r\n\r\n");
  CHECK_THAT(client.read_until("\r\n\r\n"), Catch::StartsWith("HTTP/1.1 401"));
  CHECK(handled == 0);
  raw_client known{server.port()};
  known.send("POST /a HTTP/1.1\r\nHost: a\r\nAuthorization: yes\r\nContent-Length: 3\r\n"
             "Connection: close\r\n\r\nabc");
  CHECK(body_of(known.read_all()) == "POST a 3 127.0.0.1");
  CHECK(handled == 1);
}

TEST_CASE("a handler or a screen that throws is an error of the server, which goes on") {
  auto throws = GENERATE(0, 1);
  auto server = started(
    [&](const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
      if (throws == 0 && request.target.path.front() == "bad") {
        throw std::runtime_error{"what nobody is told"};
      }
      echo(request, exchange);
    },
    {},
    [&](const http_request& request) -> std::optional<http_reply> {
      if (throws == 1 && request.target.path.front() == "bad") {
        throw std::runtime_error{"what nobody is told"};
      }
      return std::nullopt;
    });
  raw_client client{server.port()};
  client.send("GET /bad HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  auto reply = client.read_all();
  CHECK_THAT(status_of(reply), Catch::StartsWith("HTTP/1.1 500"));
  CHECK_THAT(reply, !Catch::Contains("nobody"));
  raw_client other{server.port()};
  other.send(ask);
  CHECK(body_of(other.read_all()) == "GET x 0 127.0.0.1");
}

TEST_CASE("a server does not wait for those whose refused requests it reads to their end") {
  auto server = started(echo, {.body_limit = 10});
  raw_client client{server.port()};
  client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n");
  client.read_until("\r\n\r\n");
  auto start = std::chrono::steady_clock::now();
  server.stop();
  CHECK(std::chrono::steady_clock::now() - start < 1s);
}

TEST_CASE("a refusal is JSON, whatever it quotes") {
  auto server = started(echo);
  raw_client client{server.port()};
  client.send("GET /a/../b HTTP/1.1\r\nHost: a\r\n\r\n");
  CHECK(body_of(client.read_all())
        == R"({"error":{"code":"bad_config","message":"request path: holds the segment \"..\""}})");
}

TEST_CASE("a request that drips is given up after its time, an idle connection after its own") {
  auto server = started(echo, {.request_time = 300ms, .idle_time = 200ms});
  auto start = std::chrono::steady_clock::now();
  raw_client slow{server.port()};
  slow.send("GET /a HT");
  for (const auto* piece : {"T", "P", "/", "1"}) {
    std::this_thread::sleep_for(60ms);
    slow.send(piece);
  }
  CHECK(slow.read_all().empty());
  raw_client idle{server.port()};
  idle.send("GET /a HTTP/1.1\r\nHost: a\r\n\r\n");
  CHECK_THAT(idle.read_all(), Catch::EndsWith("127.0.0.1"));
  CHECK(std::chrono::steady_clock::now() - start < 5s);
}

TEST_CASE("many slow clients do not keep others out") {
  auto server = started(echo, {.max_connections = 50});
  std::vector<raw_client> slow;
  for (int i = 0; i < 200; ++i) {
    slow.emplace_back(server.port()).send("POST /a HTTP/1.1\r\nContent-Le");
  }
  raw_client client{server.port()};
  client.send(ask);
  CHECK(body_of(client.read_all()) == "GET x 0 127.0.0.1");
  CHECK(slow.front().read_all().empty()); // was cut off
}

TEST_CASE("a request that nobody answers is an error of the server") {
  auto server = started([](const http_request&, const std::shared_ptr<http_exchange>&) {});
  raw_client client{server.port()};
  client.send(ask);
  CHECK(status_of(client.read_all()) == "HTTP/1.1 500 Internal Server Error");
}

TEST_CASE("an answer may come later, from another thread") {
  std::thread later;
  auto server = started([&](const http_request&, std::shared_ptr<http_exchange> exchange) {
    later = std::thread{[exchange = std::move(exchange)] {
      exchange->answer({.status = 202, .body = "{}"});
      exchange->answer({.status = 500, .body = "twice"});
    }};
  });
  raw_client client{server.port()};
  client.send(ask);
  auto reply = client.read_all();
  later.join();
  CHECK(status_of(reply) == "HTTP/1.1 202 Accepted");
  CHECK(body_of(reply) == "{}");
}

TEST_CASE("a stream goes out piece by piece and ends with the server") {
  std::mutex mutex;
  std::shared_ptr<http_stream> stream;
  auto server = started([&](const http_request&, const std::shared_ptr<http_exchange>& exchange) {
    std::lock_guard guard{mutex};
    stream = exchange->stream({.type = "text/event-stream", .body = "first\n"});
  });
  raw_client client{server.port()};
  client.send(ask);
  CHECK(client.read_until("first\n").ends_with("6\r\nfirst\n"));
  {
    std::lock_guard guard{mutex};
    CHECK(stream->send("second\n"));
  }
  CHECK(client.read_until("second\n").ends_with("second\n"));
  auto start = std::chrono::steady_clock::now();
  server.stop();
  CHECK(std::chrono::steady_clock::now() - start < 1500ms);
  CHECK(client.read_all() == "\r\n0\r\n\r\n");
  std::lock_guard guard{mutex};
  CHECK_FALSE(stream->send("third\n"));
}

TEST_CASE("a client that does not read its stream fills a bounded buffer and no more") {
  std::shared_ptr<http_stream> stream;
  std::atomic<bool> refused = false;
  auto server = started([&](const http_request&, const std::shared_ptr<http_exchange>& exchange) {
    stream = exchange->stream({.type = "text/plain"});
    for (int i = 0; i < 100 && !refused; ++i) {
      refused = !stream->send(std::string(100'000, 'x'));
    }
    stream->end();
  });
  raw_client client{server.port()};
  client.send(ask);
  client.read_until("\r\n\r\n");
  CHECK(refused);
}

TEST_CASE("a server stops while a request is unanswered, and a late answer harms nobody") {
  std::promise<std::shared_ptr<http_exchange>> asked;
  std::shared_ptr<http_exchange> kept;
  {
    auto server = started([&](const http_request&, std::shared_ptr<http_exchange> exchange) {
      asked.set_value(std::move(exchange));
    });
    raw_client client{server.port()};
    client.send(ask);
    kept = asked.get_future().get();
  }
  kept->answer({.body = "late"});
  kept.reset();
}

TEST_CASE("an address that is taken or is none is an error that names it") {
  auto server = started(echo);
  auto taken = http_server::start({.port = server.port()}, echo);
  REQUIRE_FALSE(taken);
  CHECK(render(taken.error())
        == "127.0.0.1:" + std::to_string(server.port())
             + ": cannot listen: Address already in use");
  CHECK_FALSE(http_server::start({.host = "no address"}, echo));
}
