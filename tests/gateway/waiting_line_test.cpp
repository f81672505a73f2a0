#include "apps/node/gateway/waiting_line.hpp"
#include "tests/catch.hpp"

#include <algorithm>
#include <memory>
#include <string>

using namespace faucet;

namespace {

struct line {
  waiting_line<std::string> waiting;

  /// The desk that is told of a request; -1 where none is free, -2 where it is not taken.
  int put(std::string request, size_t room = 10) {
    auto placed = waiting.put(request, room);
    return !placed.taken ? -2 : placed.desk ? static_cast<int>(*placed.desk) : -1;
  }

  std::string next(size_t desk) {
    return waiting.next(desk).value_or("");
  }
};

} // namespace

TEST_CASE("a request that finds all desks busy is served by the one that is free first") {
  line x;
  for (size_t desk : {0, 1, 2}) {
    CHECK(x.next(desk).empty());
  }
  std::vector<int> told{x.put("a"), x.put("b"), x.put("c")};
  std::ranges::sort(told);
  CHECK(told == std::vector<int>{0, 1, 2}); // none is told of two
  for (size_t desk : {0, 1, 2}) {
    CHECK_FALSE(x.next(desk).empty());
  }
  CHECK(x.put("d") == -1);
  CHECK(x.put("e") == -1);
  CHECK(x.next(2) == "d"); // whichever it is
  CHECK(x.next(1) == "e");
  CHECK(x.next(1).empty());
  CHECK(x.put("f") == 1);
}

TEST_CASE("a line that is full takes nothing and leaves the request as it was") {
  line x;
  CHECK(x.put("a", 1) == -1);
  CHECK(x.put("b", 1) == -2);
  CHECK(x.next(0) == "a");
  CHECK(x.put("b", 1) == -1);
  waiting_line<std::shared_ptr<int>> other;
  auto kept = std::make_shared<int>(1);
  CHECK_FALSE(other.put(kept, 0).taken);
  CHECK(kept);
}

TEST_CASE("what waits in a line that is cleared is dropped") {
  waiting_line<std::shared_ptr<int>> x;
  auto request = std::make_shared<int>(1);
  std::weak_ptr<int> seen = request;
  REQUIRE(x.put(request, 1).taken);
  x.clear();
  CHECK(seen.expired());
  CHECK_FALSE(x.next(0));
}
