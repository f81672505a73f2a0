#include "apps/node/http/router.hpp"
#include "tests/catch.hpp"

#include <array>

using namespace faucet;

using strings = std::vector<std::string>;

namespace {

constexpr std::array<route, 4> run_routes{{{"GET", "/v1/runs"},
                                           {"POST", "/v1/runs"},
                                           {"GET", "/v1/runs/{id}"},
                                           {"POST", "/v1/runs/{id}/cancel"}}};

} // namespace

TEST_CASE("a request takes the route of its method and path, names and all") {
  router routes{run_routes};
  auto found = routes.find("POST", {"v1", "runs", "42", "cancel"});
  REQUIRE(found);
  CHECK(found->route == 3);
  CHECK(found->arguments == strings{"42"});
  CHECK(routes.find("POST", {"v1", "runs"})->route == 1);
  CHECK(routes.find("HEAD", {"v1", "runs"})->route == 0);
}

TEST_CASE("what has no route is not found, and an unknown method is told the known ones") {
  router routes{run_routes};
  CHECK_FALSE(routes.find("GET", {"v1"}));
  CHECK_FALSE(routes.find("GET", {"v1", "runs", ""}));
  CHECK_FALSE(routes.find("GET", {"v1", "runs", "42", "cancel"}));
  CHECK_FALSE(routes.find("get", {"v1", "runs"}));
  CHECK(routes.allowed({"v1", "runs"}) == "GET, POST");
  CHECK(routes.allowed({"v2"}).empty());
}
