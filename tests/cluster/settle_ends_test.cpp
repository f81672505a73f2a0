#include "cluster/settle_ends.hpp"
#include "state/history/open_history.hpp"
#include "tests/catch.hpp"
#include "tests/state/history/history_place.hpp"

#include <algorithm>

using namespace faucet;
using namespace std::chrono_literals;

namespace {

/// Three runs of one owner, under way.
std::vector<run_end> three_ends(run_ledger& ledger) {
  for (const auto* name : {"r1", "r2", "r3"}) {
    new_run fresh;
    fresh.run = name;
    REQUIRE(ledger.submit({&fresh, 1}));
  }
  auto claimed = ledger.claim({.owner = "a", .pools = {}, .limit = 3, .lease = 30s});
  REQUIRE(claimed);
  std::vector<run_end> result;
  for (const auto& run : *claimed) {
    result.push_back({.hold = run.hold});
  }
  std::ranges::sort(result, {}, [](const auto& x) { return x.hold.run; });
  REQUIRE(result.size() == 3);
  return result;
}

} // namespace

TEST_CASE("an end that the history refuses for good does not hold up the others") {
  auto place = test::each_history_place();
  auto opened = place->open();
  auto ends = three_ends(opened->ledger());
  ends[1].status = run_status::running; // is no end
  auto counted = settle_ends(opened->ledger(), "a", ends);
  REQUIRE(counted);
  CHECK(counted->counted.size() == 3);
  CHECK((*opened->ledger().find("r1"))->status == run_status::completed);
  CHECK((*opened->ledger().find("r3"))->status == run_status::completed);
  auto refused = **opened->ledger().find("r2");
  CHECK(refused.status == run_status::failed);
  CHECK_THAT(refused.error, Catch::StartsWith("how the run ended could not be stored: "));
}

TEST_CASE(
  "an end of a run that another owns by now counts for nothing beside one that is refused") {
  auto place = test::each_history_place();
  auto opened = place->open();
  auto ends = three_ends(opened->ledger());
  ends[0].status = run_status::running;
  ends[2].hold.epoch = 7;
  auto counted = settle_ends(opened->ledger(), "a", ends);
  REQUIRE(counted);
  CHECK(counted->counted == std::vector<run_hold>{{"r1", 1}, {"r2", 1}});
}

TEST_CASE("an end is kept while the history can store none at all", "[P317]") {
  auto place = test::each_history_place();
  auto opened = place->open();
  auto ends = three_ends(opened->ledger());
  auto broken = place->raw();
  REQUIRE(broken->execute("ALTER TABLE faucet_serve_events RENAME TO away", {}));
  auto refused = settle_ends(opened->ledger(), "a", ends);
  REQUIRE_FALSE(refused);
  CHECK(is_transient(refused.error()));
  REQUIRE(broken->execute("ALTER TABLE away RENAME TO faucet_serve_events", {}));
  auto counted = settle_ends(opened->ledger(), "a", ends);
  REQUIRE(counted);
  CHECK(counted->counted.size() == 3);
  CHECK((*opened->ledger().find("r2"))->status == run_status::completed);
}
