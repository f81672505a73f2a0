#include "model/run_facts.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("what an answer leaves out of what was asked keeps its order") {
  std::vector<run_hold> asked{{"c", 1}, {"a", 2}, {"b", 1}};
  CHECK(without(asked, {{"b", 1}, {"a", 1}}) == std::vector<run_hold>{{"c", 1}, {"a", 2}});
  CHECK(without(asked, {}) == asked);
  CHECK(without({}, asked).empty());
}
