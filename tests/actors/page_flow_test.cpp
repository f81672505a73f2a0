#include "actors/defaults.hpp"
#include "actors/page_flow.hpp"
#include "tests/actors/recorded_drivers.hpp"
#include "tests/catch.hpp"

#include <limits>

using namespace faucet;

namespace {

constexpr auto no_limit = std::numeric_limits<uint64_t>::max();

size_t take_all_credit(page_flow& flow) {
  size_t result = 0;
  while (flow.take_credit()) {
    ++result;
  }
  return result;
}

} // namespace

TEST_CASE("a page with a bookmark is alone at the sink until it is checkpointed") {
  page_flow flow{{.checkpoints = true, .limit = no_limit}};
  take_all_credit(flow);
  flow.read(make_page(1), false);
  flow.read(make_page(1, bookmark{"2"}), false);
  flow.read(make_page(1), false);
  REQUIRE(flow.take_for_sink());
  CHECK_FALSE(flow.take_for_sink()); // the page before it is not written yet
  flow.written();
  REQUIRE(flow.take_for_sink());
  CHECK(flow.checkpointing());
  flow.written();
  CHECK_FALSE(flow.take_for_sink());
  flow.checkpointed();
  CHECK(flow.take_for_sink());
}

TEST_CASE("credit comes back when a page is checkpointed, not when it is written") {
  page_flow flow{{.checkpoints = true, .limit = no_limit}};
  CHECK(take_all_credit(flow) == defaults::pages_in_flight);
  flow.read(make_page(1, bookmark{"1"}), false);
  REQUIRE(flow.take_for_sink());
  flow.written();
  CHECK(take_all_credit(flow) == 0);
  flow.checkpointed();
  CHECK(take_all_credit(flow) == 1);
}

TEST_CASE("parts of a page are asked for only as the sink takes them") {
  page_flow flow{{.transforms = true, .limit = no_limit}};
  take_all_credit(flow);
  flow.read(make_page(1), true);
  REQUIRE(flow.take_for_transforms());
  size_t parts = 0;
  do {
    flow.transformed(make_page(1), true);
    ++parts;
  } while (flow.take_next_part());
  CHECK(parts == defaults::pages_in_flight);
  CHECK_FALSE(flow.finished());
  REQUIRE(flow.take_for_sink());
  CHECK(flow.take_next_part());
}

TEST_CASE("a flow is finished when its last page is written") {
  page_flow flow{{.limit = no_limit}};
  take_all_credit(flow);
  flow.read(make_page(1), false);
  flow.read(page{}, true);
  CHECK_FALSE(flow.finished());
  REQUIRE(flow.take_for_sink());
  CHECK(flow.all_handed_over());
  CHECK_FALSE(flow.finished());
  flow.written();
  CHECK(flow.finished());
}

TEST_CASE("what is ready when a transform fails is still written, what comes after is not") {
  page_flow flow{{.transforms = true, .limit = no_limit}};
  take_all_credit(flow);
  for (int i = 0; i < 3; ++i) {
    flow.read(make_page(1), false);
  }
  REQUIRE(flow.take_for_transforms());
  flow.transformed(make_page(1), false);
  REQUIRE(flow.take_for_transforms());
  flow.transforming_failed();
  CHECK(flow.take_for_sink());
  CHECK_FALSE(flow.take_for_transforms());
  flow.written();
  CHECK(flow.finished());
}

TEST_CASE("a page that arrives after the end is not taken") {
  page_flow flow{{.limit = 1}};
  take_all_credit(flow);
  CHECK(flow.read(make_page(5), false));
  CHECK(flow.ended());
  CHECK_FALSE(flow.read(make_page(5), false));
  CHECK(flow.take_for_sink()->size() == 1);
}
