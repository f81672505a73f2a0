#include "apps/node/gateway/queue_room.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const queue_room::clock::time_point noon{12h};

/// How many are let in before the history has to count.
int let_in(queue_room& room, uint64_t most, queue_room::clock::time_point now = noon) {
  int result = 0;
  while (result < 10'000 && room.let_in(most, now)) {
    ++result;
  }
  return result;
}

} // namespace

TEST_CASE("before it was counted, nobody is let in unseen") {
  queue_room room;
  CHECK(let_in(room, 1'000'000) == 0);
}

TEST_CASE("where there is much room, a share of it is given away without counting") {
  queue_room room;
  room.counted(0, noon);
  CHECK(let_in(room, 3'200) == 100);
  room.counted(1'200, noon);
  CHECK(let_in(room, 3'200) == 25);
}

TEST_CASE("where there is little room, every run is counted") {
  queue_room room;
  room.counted(0, noon);
  CHECK(let_in(room, 31) == 0);
  room.counted(1'600, noon);
  CHECK(let_in(room, 3'200) == 0);
}

TEST_CASE("what was counted is old after a moment") {
  queue_room room;
  room.counted(0, noon);
  CHECK(room.let_in(3'200, noon + 99ms));
  CHECK_FALSE(room.let_in(3'200, noon + 100ms));
}
