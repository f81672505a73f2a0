#include "tests/catch.hpp"
#include "tests/sim/life.hpp"

using namespace faucet::sim;

// Lives in which something went wrong once. The names say what was wrong with the decisions then.

namespace {

void check_seed(uint64_t seed) {
  auto life = live({seed});
  INFO("seed " << seed);
  CHECK(life.violation.value_or("") == "");
}

} // namespace

TEST_CASE("a member that slept over several ticks was due for the next one at once") {
  check_seed(1);
}

TEST_CASE("a claim that was answered after a long pause made its member wake up in vain") {
  check_seed(3);
}
