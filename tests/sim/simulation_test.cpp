#include "tests/catch.hpp"
#include "tests/sim/hunt.hpp"
#include "tests/sim/life.hpp"

using namespace faucet::sim;

TEST_CASE("one seed is one life, to the last thing that happens in it") {
  auto first = live({7});
  auto again = live({7});
  CHECK(first.happened == again.happened);
  CHECK(first.ended == again.ended);
  CHECK(first.runs == again.runs);
  CHECK(first.suffered == again.suffered);
  CHECK(live({8}).happened != first.happened);
}

TEST_CASE("each life has a crash, a pause beyond the lease, a partition and an outage") {
  for (uint64_t seed = 1; seed <= 40; ++seed) {
    auto life = live({seed});
    INFO("seed " << seed);
    CHECK(life.suffered.crashes > 0);
    CHECK(life.suffered.long_pauses > 0);
    CHECK(life.suffered.partitions > 0);
    CHECK(life.suffered.outages > 0);
    CHECK(life.runs > 50);
  }
}

// The test of their rate holds 400 lives to less than a minute; counted, so that a busy machine
// finds what a quiet one does.
TEST_CASE("each planted bug is found within 400 lives") {
  for (auto bug : planted_bugs) {
    hunt_choice choice;
    choice.seeds = 400;
    choice.jobs = 2;
    choice.bug = bug;
    INFO(to_string(bug));
    CHECK(hunt(choice).found);
  }
}

TEST_CASE("what a hunt finds happens again when its seed is lived through alone") {
  hunt_choice choice;
  choice.bug = planted_bug::renew_after_isolation;
  auto report = hunt(choice);
  REQUIRE(report.found);
  auto again = live({report.found->seed, choice.bug});
  CHECK(again.violation == report.found->violation);
  CHECK(again.ended == report.found->ended);
}
