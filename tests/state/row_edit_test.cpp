#include "state/memory_store.hpp"
#include "state/row_edit.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const instant edit_time{1'800'000'000s};

row_edit::request wanted(bool force = false) {
  return {.keys = {"shop::a"}, .purpose = "state-set", .force = force};
}

/// A run on another machine, whose process nobody here can see.
void start_run(state_store& store) {
  lease_request request{.row_key = "shop::a", .run_id = "run-1", .process = {4711, "far", ""}};
  REQUIRE(take_lease(store, request, edit_time).value().lease);
}

} // namespace

TEST_CASE("nothing is changed while a run holds the lease, unless forced") {
  memory_store store;
  std::vector<std::string> warnings;
  start_run(store);
  auto refused = row_edit::begin(store, wanted(), edit_time, warnings);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::state_conflict);
  CHECK_THAT(render(refused.error()), Catch::Contains("run-1") && Catch::Contains("--force"));
  CHECK_FALSE(check_no_run(store, wanted(), edit_time, warnings));
  CHECK(warnings.empty());
  CHECK(check_no_run(store, wanted(true), edit_time, warnings));
  CHECK(row_edit::begin(store, wanted(true), edit_time, warnings));
  REQUIRE(warnings.size() == 2);
  CHECK_THAT(warnings[0], Catch::Contains("run-1"));
  CHECK_THAT(warnings[1], Catch::Contains("run-1"));
}

TEST_CASE("no run starts while a command changes what is stored, and one does behind it") {
  memory_store store;
  std::vector<std::string> warnings;
  lease_request run{.row_key = "shop::a", .run_id = "run-2"};
  {
    auto edit = row_edit::begin(store, wanted(), edit_time, warnings);
    REQUIRE(edit);
    CHECK_FALSE(take_lease(store, run, edit_time));
  }
  CHECK_FALSE(store.get("shop::a::__lease__").value());
  CHECK(take_lease(store, run, edit_time));
}

TEST_CASE("a lease that has expired is in nobody's way") {
  memory_store store;
  std::vector<std::string> warnings;
  start_run(store);
  CHECK(check_no_run(store, wanted(), edit_time + 61s, warnings));
  CHECK(row_edit::begin(store, wanted(), edit_time + 61s, warnings));
  CHECK(warnings.empty());
}
