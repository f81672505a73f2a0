#include "cluster/mesh/settings.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string flag_refusal(const mesh_flags& flags) {
  auto read = read_mesh_flags(flags);
  return read ? std::string("accepted") : render(read.error());
}

} // namespace

TEST_CASE("without flags the mesh stays on this machine, and --no-mesh makes none") {
  auto read = read_mesh_flags({});
  REQUIRE(read);
  REQUIRE(*read);
  CHECK(to_string((*read)->listen) == "127.0.0.1:0");
  CHECK_FALSE((*read)->credentials);
  auto none = read_mesh_flags({.off = true});
  REQUIRE(none);
  CHECK_FALSE(*none);
}

TEST_CASE("a mesh that listens beyond this machine without TLS is refused unless told otherwise") {
  CHECK_THAT(flag_refusal({.mesh = "10.0.0.1:7447"}),
             Catch::StartsWith("--mesh: listens beyond this machine without TLS; "));
  CHECK(flag_refusal({.mesh = "10.0.0.1:7447", .insecure = true}) == "accepted");
  CHECK(flag_refusal({.mesh = "10.0.0.1:7447", .ca = "ca", .certificate = "cert", .key = "key"})
        == "accepted");
  CHECK(flag_refusal({.mesh = "[::1]:7447"}) == "accepted");
}

TEST_CASE("part of a set of certificates is refused") {
  CHECK_THAT(flag_refusal({.ca = "ca"}),
             Catch::StartsWith("--mesh-ca, --mesh-cert and --mesh-key: belong together"));
  CHECK_THAT(flag_refusal({.certificate = "cert", .key = "key"}),
             Catch::Contains("belong together"));
}

TEST_CASE("a mesh that listens everywhere must say where it is reached") {
  mesh_flags everywhere{.mesh = "0.0.0.0:7447", .insecure = true};
  CHECK_THAT(flag_refusal(everywhere), Catch::StartsWith("--mesh: peers cannot dial 0.0.0.0"));
  everywhere.advertise = "[::]:7447";
  CHECK(flag_refusal(everywhere) == "--mesh-advertise: peers cannot dial ::");
  everywhere.advertise = "node-1:7447";
  auto read = read_mesh_flags(everywhere);
  REQUIRE(read);
  CHECK(to_string((*read)->advertise) == "node-1:7447");
}

TEST_CASE("a place that cannot be read is refused with its flag") {
  CHECK_THAT(flag_refusal({.mesh = "7447"}), Catch::StartsWith("--mesh: '7447' is no host:port"));
  CHECK_THAT(flag_refusal({.join = {"a:1", "b"}}),
             Catch::StartsWith("--join: 'b' is no host:port"));
  CHECK_THAT(flag_refusal({.advertise = "x"}), Catch::StartsWith("--mesh-advertise: 'x'"));
}
