#include "apps/node/http/server.hpp"
#include "tests/catch.hpp"
#include "tests/http/raw_client.hpp"

#include <random>

using namespace faucet;
using test::raw_client;

namespace {

/// A request that is fine but for some bytes.
std::string spoilt_request(std::mt19937& random) {
  std::string result = "POST /v1/runs/a%20b?x=1 HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n"
                       "Transfer-Encoding: identity\r\nExpect: 100-continue\r\n\r\nbody";
  for (auto spoils = 1 + random() % 8; spoils > 0; --spoils) {
    auto at = random() % result.size();
    switch (random() % 4) {
      case 0:
        result[at] = static_cast<char>(random());
        break;
      case 1:
        result.erase(at, 1 + random() % 20);
        break;
      case 2:
        result.insert(at, result.substr(random() % result.size(), 30));
        break;
      default:
        result.insert(at, std::string(random() % 300, "\r\n :0"[random() % 5]));
    }
    if (result.empty()) {
      break;
    }
  }
  return result;
}

std::string noise(std::mt19937& random) {
  std::string result(random() % 2000, ' ');
  for (auto& c : result) {
    c = static_cast<char>(random());
  }
  return result;
}

} // namespace

TEST_CASE("whatever bytes come, the next client is served") {
  auto server = http_server::start(
    {.body_limit = 1000, .header_limit = 1000},
    [](const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
      exchange->answer({.type = "text/plain", .body = request.method});
    });
  REQUIRE(server);
  std::mt19937 random{20261130};
  for (int i = 0; i < 2000; ++i) {
    raw_client client{server->port()};
    client.send(i % 3 == 0 ? noise(random) : spoilt_request(random));
  }
  raw_client client{server->port()};
  client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n");
  CHECK_THAT(client.read_all(), Catch::EndsWith("\r\n\r\nGET"));
}
