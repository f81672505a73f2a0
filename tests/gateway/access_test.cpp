#include "apps/node/gateway/access.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const auto access_start = access_control::clock::now();

access_control three_people() {
  auto result = access_control::make({{{"ann", role::viewer}, "token of ann"},
                                      {{"bob", role::operator_}, "token of bob"},
                                      {{"eve", role::admin}, "token of eve"}});
  REQUIRE(result);
  return std::move(*result);
}

unsigned status_of(const tl::expected<principal, api_error>& x) {
  return x ? 200 : x.error().status;
}

} // namespace

TEST_CASE("a token tells who asks and what they may do") {
  auto access = three_people();
  auto who = access.identify("Bearer token of bob", "::1", access_start);
  REQUIRE(who);
  CHECK(who->name == "bob");
  CHECK(require_role(*who, role::viewer));
  CHECK(require_role(*who, role::operator_));
  auto refused = require_role(*who, role::admin);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().status == 403);
}

TEST_CASE("the scheme may be written in any case") {
  auto access = three_people();
  for (const auto* scheme : {"bearer", "BEARER", "bEaReR"}) {
    CHECK(access.identify(std::string{scheme} + " token of ann", "::1", access_start));
  }
}

TEST_CASE("whatever is no known token is refused alike") {
  auto access = three_people();
  for (const auto* header : {"", "Bearer", "Bearer ", "Bearer token of", "Bearer token of annn",
                             "Basic token of ann", "bearertoken of ann", "token of ann"}) {
    auto who = access.identify(header, header, access_start);
    REQUIRE_FALSE(who);
    CHECK(who.error().status == 401);
    CHECK(who.error().message == "missing or invalid bearer token");
  }
}

TEST_CASE("an address that guesses may guess no more for the rest of its minute, others may") {
  auto access = three_people();
  for (int i = 0; i < 20; ++i) {
    CHECK(status_of(access.identify("Bearer guess", "10.0.0.1", access_start + 1s)) == 401);
  }
  CHECK(status_of(access.identify("Bearer guess", "10.0.0.1", access_start + 60s)) == 429);
  CHECK(status_of(access.identify("", "10.0.0.1", access_start + 60s)) == 429);
  CHECK(status_of(access.identify("Bearer guess", "10.0.0.2", access_start + 60s)) == 401);
  CHECK(status_of(access.identify("Bearer guess", "10.0.0.1", access_start + 61s)) == 401);
}

TEST_CASE("who has a right token is let in whatever others guess from the same address") {
  auto access = three_people();
  for (int i = 0; i < 30; ++i) {
    (void)access.identify("Bearer guess", "10.0.0.1", access_start);
    CHECK(status_of(access.identify("Bearer token of ann", "10.0.0.1", access_start)) == 200);
  }
  CHECK(status_of(access.identify("Bearer guess", "10.0.0.1", access_start)) == 429);
}

TEST_CASE("an empty token, and one for two, are refused when they are given") {
  CHECK(access_control::make({{{"ann", role::viewer}, ""}}).error().which == "ann");
  auto twice = access_control::make({{{"ann", role::viewer}, "x"}, {{"bob", role::admin}, "x"}});
  REQUIRE_FALSE(twice);
  CHECK(render(twice.error()) == "bob: has the token of ann");
}

TEST_CASE("without tokens everybody is an admin") {
  auto who = access_control::open_to_all().identify("", "::1", access_start);
  REQUIRE(who);
  CHECK(who->may == role::admin);
}
