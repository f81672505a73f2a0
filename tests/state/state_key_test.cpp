#include "state/state_key.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a state key is made of its pipeline and its row, as they are") {
  CHECK(state_key("orders", "row-0").value() == "orders::row-0");
  CHECK(state_key("Team:a/b.c", "row-0").value() == "Team:a/b.c::row-0");
  CHECK(state_key(std::string(249, 'z'), "row-0").has_value());
}

TEST_CASE("a name of which no state key can be made is refused before the run", "[P58]") {
  for (const std::string name :
       {"my pipeline", "caf\u00e9", ".hidden", "a//b", "a/../b", "a/.b", "/a"}) {
    auto key = state_key(name, "row-0");
    REQUIRE_FALSE(key);
    CHECK(key.error().code == ec::invalid_config);
    CHECK(key.error().which == name + "::row-0");
  }
  CHECK_FALSE(state_key(std::string(250, 'z'), "row-0"));
}
