// The HTTP port, over a real connection: whatever comes, the server answers in HTTP or closes,
// soon, and goes on serving others.

#include "apps/node/http/server.hpp"
#include "tests/fuzz/next_address.hpp"
#include "tests/http/raw_client.hpp"

#include <cstdlib>

namespace {

using namespace faucet;

/// Small limits, so that they are met.
http_server& server() {
  static auto started = http_server::start(
    {.body_limit = 512, .header_limit = 1024},
    [](const http_request& request, const std::shared_ptr<http_exchange>& exchange) {
      if (request.body.size() > 512) {
        std::abort();
      }
      exchange->answer({.type = "text/plain", .body = request.method});
    });
  if (!started) {
    std::abort();
  }
  return *started;
}

bool serves() {
  test::raw_client client{server().port(), test::next_address()};
  return client.send("GET /x HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
         && client.read_all().starts_with("HTTP/1.1 200 ");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  test::raw_client client{server().port(), test::next_address()};
  client.send({reinterpret_cast<const char*>(data), size});
  client.finish();
  auto reply = client.read_all();
  if (!reply.empty() && !reply.starts_with("HTTP/1.1 ")) {
    std::abort();
  }
  static size_t inputs = 0;
  if (++inputs % 64 == 1 && !serves()) {
    std::abort();
  }
  return 0;
}
