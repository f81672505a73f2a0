#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("statements of more shapes than a connection keeps are all the same to it") {
  auto place = each_history_place();
  auto in = place->open();
  names pools{"default"};
  for (int i = 0; i < 250; ++i) {
    auto run = run_named("run-" + std::to_string(i));
    REQUIRE(in->ledger().submit({&run, 1}));
    auto claimed = in->ledger().claim({"a", pools, 1, lasting});
    REQUIRE(claimed);
    REQUIRE(claimed->size() == 1);
    CHECK(claimed->front().hold == run_hold{run.run, 1});
    pools.push_back("pool-" + std::to_string(i));
  }
}
