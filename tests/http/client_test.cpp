#include "apps/node/http/client.hpp"
#include "apps/node/http/server.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_server.hpp"

#include <future>

using namespace faucet;
using namespace std::chrono_literals;
using test::raw_peer;
using test::raw_server;

namespace {

const std::string ok_head = "HTTP/1.1 200 OK\r\n";

http_server listening(http_handler handler, http_settings settings = {}) {
  auto server = http_server::start(std::move(settings), std::move(handler));
  REQUIRE(server);
  return std::move(*server);
}

std::string url_of(const http_server& server, const std::string& path = "/") {
  return "http://127.0.0.1:" + std::to_string(server.port()) + path;
}

/// A server that reads a request, then says that and closes.
raw_server says(std::string reply) {
  return raw_server{[reply = std::move(reply)](raw_peer& peer) {
    peer.read_head();
    peer.send(reply);
  }};
}

std::string failure_of(const http_call& call) {
  auto answer = call_http(call);
  REQUIRE_FALSE(answer);
  CHECK(answer.error().code == ec::unavailable);
  CHECK("http://" + answer.error().which == call.url);
  return answer.error().what;
}

} // namespace

TEST_CASE("a client's request arrives with its headers and body, and is answered") {
  auto server = listening([](const http_request& request, const auto& exchange) {
    exchange->answer({.status = 201,
                      .type = "text/plain",
                      .body = request.method + " " + request.target.path.back() + " "
                              + std::string{request.target.parameter("q").value_or("")} + " "
                              + std::string{request.header("x-a").value_or("")} + " "
                              + std::string{request.header("host").value_or("")} + " "
                              + request.body});
  });
  auto answer = call_http({.method = "POST",
                           .url = url_of(server, "/a/b?q=1"),
                           .headers = {{"X-A", "one"}},
                           .body = std::string(100'000, 'x')});
  REQUIRE(answer);
  CHECK(answer->status == 201);
  CHECK(answer->header("content-TYPE") == "text/plain");
  CHECK(answer->body
        == "POST b 1 one 127.0.0.1:" + std::to_string(server.port()) + " "
             + std::string(100'000, 'x'));
  auto head = call_http({.method = "HEAD", .url = url_of(server)});
  REQUIRE(head);
  CHECK(head->body.empty());
}

TEST_CASE("a redirect is an answer that a client does not follow") {
  auto server = says("HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\n"
                     "Content-Length: 0\r\n\r\n");
  auto answer = call_http({.url = server.url()});
  REQUIRE(answer);
  CHECK(answer->status == 302);
  CHECK(answer->header("Location") == "http://127.0.0.1:1/");
}

TEST_CASE("a body is read whole in chunks, to its length, or to the end of the connection") {
  auto [head, body] = GENERATE(table<std::string, std::string>({
    {"Transfer-Encoding: chunked\r\n", "3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n"},
    {"Content-Length: 5\r\n", "abcde and more"},
    {"", "abcde"},
  }));
  auto server = says("HTTP/1.1 100 Continue\r\n\r\n" + ok_head + head + "\r\n" + body);
  auto answer = call_http({.url = server.url()});
  REQUIRE(answer);
  CHECK(answer->body == "abcde");
}

TEST_CASE("a reply that breaks off or is no HTTP is a failure that names the server") {
  auto [reply, what] = GENERATE(table<std::string, std::string>({
    {"", "no answer: the connection was closed"},
    {"HTTP/1.1 200", "no answer: "},
    {"SSH-2.0-OpenSSH_9.2\r\n\r\n", "no answer: what came is no HTTP, or too long: "},
    {"HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nab", "the answer broke off: "},
    {"HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n", "no answer: what came is no HTTP"},
    {"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", "the answer broke off: "},
    {"HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x') + "\r\n\r\n",
     "no answer: what came is no HTTP, or too long: "},
  }));
  auto server = says(reply);
  CHECK_THAT(failure_of({.url = server.url()}), Catch::StartsWith(what));
}

TEST_CASE("nobody who listens is a failure at once") {
  std::string url;
  {
    raw_server gone{[](raw_peer&) {}};
    url = gone.url();
  }
  CHECK(failure_of({.url = url}) == "cannot connect: Connection refused");
}

TEST_CASE("a server that says nothing costs a client the time it gives") {
  raw_server server{[](raw_peer& peer) { peer.wait_for_its_end(); }};
  CHECK(failure_of({.url = server.url(), .reply_time = 50ms}) == "no answer: nothing within 50 ms");
}

TEST_CASE("a server that drips for ever ends with the time for the whole") {
  raw_server server{[](raw_peer& peer) {
    peer.read_head();
    peer.send(ok_head + "\r\n");
    while (peer.send("x")) {
      std::this_thread::sleep_for(1ms);
    }
  }};
  CHECK(failure_of({.url = server.url(), .reply_time = 10s, .whole_time = 100ms})
        == "the answer broke off: the whole took too long");
}

TEST_CASE("a server that floods is cut off at the limit of the body") {
  raw_server server{[](raw_peer& peer) {
    peer.read_head();
    peer.send(ok_head + "\r\n");
    while (peer.send(std::string(10'000, 'x'))) {
    }
  }};
  CHECK(failure_of({.url = server.url(), .most_bytes = 100'000})
        == "the answer is longer than 100000 bytes");
}

TEST_CASE("a server that takes no body costs a client the time it gives") {
  std::promise<void> is_over;
  raw_server server{[&](raw_peer&) { is_over.get_future().wait(); }};
  CHECK(failure_of({.method = "POST",
                    .url = server.url(),
                    .body = std::string(32UL * 1024 * 1024, 'x'),
                    .reply_time = 100ms})
        == "the request was not accepted: nothing within 100 ms");
  is_over.set_value();
}

TEST_CASE("a refusal that comes before the body was sent is heard") {
  auto server =
    listening([](const auto&, const auto& exchange) { exchange->answer({}); }, {.body_limit = 10});
  auto answer = call_http(
    {.method = "POST", .url = url_of(server), .body = std::string(4UL * 1024 * 1024, 'x')});
  REQUIRE(answer);
  CHECK(answer->status == 413);
}

TEST_CASE("a stream is handed over as it comes until its taker has enough") {
  raw_server server{[](raw_peer& peer) {
    peer.read_head();
    peer.send(ok_head + "Transfer-Encoding: chunked\r\n\r\n3\r\none\r\n");
    peer.wait_for_its_end(); // what comes next would come too late
  }};
  std::string taken;
  auto answer = stream_http({.url = server.url(), .most_bytes = 1}, [&](std::string_view piece) {
    taken += piece;
    return false;
  });
  REQUIRE(answer);
  CHECK(taken == "one");
  CHECK(answer->body.empty());
}

TEST_CASE("the body of a refused stream is in the answer") {
  auto server = says("HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno");
  auto answer = stream_http({.url = server.url()}, [](std::string_view) { return false; });
  REQUIRE(answer);
  CHECK(answer->status == 404);
  CHECK(answer->body == "no");
}

TEST_CASE("a pinned address is connected to whatever the host is called") {
  raw_server server{[](raw_peer& peer) {
    auto head = peer.read_head();
    auto host = head.substr(head.find("Host: "));
    peer.send(ok_head + "\r\n" + host.substr(0, host.find('\r')));
  }};
  auto port = server.url().substr(server.url().rfind(':'));
  auto answer = call_http({.url = "http://nowhere.invalid" + port, .addresses = {"127.0.0.1"}});
  REQUIRE(answer);
  CHECK(answer->body == "Host: nowhere.invalid" + port);
}

TEST_CASE("a call that would say more than it means is not made") {
  for (const auto& header : http_headers{{"X", "a\r\nY: b"}, {"X Y", "a"}, {"", "a"}}) {
    auto answer = call_http({.url = "http://127.0.0.1:1", .headers = {header}});
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ec::invalid_config);
  }
  CHECK(call_http({.url = "ftp://a"}).error().code == ec::invalid_config);
}

TEST_CASE("a name is looked up, and an address is its own") {
  CHECK(resolve_host("127.0.0.1").value() == std::vector<std::string>{"127.0.0.1"});
  CHECK(resolve_host("::1").value() == std::vector<std::string>{"::1"});
  CHECK_THAT(resolve_host("localhost").value(), Catch::VectorContains(std::string{"127.0.0.1"})
                                                  || Catch::VectorContains(std::string{"::1"}));
  CHECK(resolve_host("no where").error().code == ec::unavailable);
}
