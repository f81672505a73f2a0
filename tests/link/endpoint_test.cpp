#include "cluster/link/endpoint.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("the place of a mesh is host and port, an IPv6 address in brackets") {
  CHECK(*parse_endpoint("node-1:7447", "--mesh") == endpoint{"node-1", 7447});
  CHECK(*parse_endpoint("[::1]:0", "--mesh") == endpoint{"::1", 0});
  CHECK(to_string(endpoint{"::1", 80}) == "[::1]:80");
  CHECK(to_string(endpoint{"10.0.0.1", 80}) == "10.0.0.1:80");
}

TEST_CASE("a place of a mesh that is none is refused with its reason") {
  auto why = [](std::string_view text) {
    auto read = parse_endpoint(text, "--mesh");
    return read ? std::string("accepted") : render(read.error());
  };
  CHECK(why("node") == "--mesh: 'node' is no host:port: there is no port");
  for (const auto* text : {"", ":", ":80", "node:", "node:65536", "node:-1", "node:80x", "a b:80",
                           "::1:80", "[]:80", "http://node:80", "node\n:80"}) {
    CHECK_THAT(why(text), Catch::Contains("is no host:port"));
  }
  CHECK_THAT(why(std::string(300, 'a') + ":1"), Catch::Contains("the host is none"));
}

TEST_CASE("what can only be this machine is told from what peers can reach") {
  for (const auto* host : {"127.0.0.1", "127.9.9.9", "::1", "localhost"}) {
    CHECK(is_loopback({host, 1}));
  }
  for (const auto* host : {"0.0.0.0", "10.0.0.1", "node", "::", "127.0.0.1.example.org"}) {
    CHECK_FALSE(is_loopback({host, 1}));
  }
  CHECK(is_wildcard({"0.0.0.0", 1}));
  CHECK(is_wildcard({"::", 1}));
  CHECK_FALSE(is_wildcard({"10.0.0.1", 1}));
}
