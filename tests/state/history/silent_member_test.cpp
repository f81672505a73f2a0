#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

#include <thread>

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

TEST_CASE("a member that falls silent within a transaction does not keep its runs from others") {
  auto place = make_history_place("postgres");
  auto in = place->open();
  auto run = run_named("run-1");
  REQUIRE(in->ledger().submit({&run, 1}));
  REQUIRE(in->ledger().claim({"a", names{"default"}, 1, lapsed})->size() == 1);
  auto silent = place->raw();
  REQUIRE(silent->begin());
  REQUIRE(silent->run("SELECT 1 FROM faucet_serve_runs FOR KEY SHARE"));
  CHECK(in->ledger().reclaim(3)->empty());
  auto give_up = std::chrono::steady_clock::now() + 40s;
  size_t reclaimed = 0;
  while (reclaimed == 0 && std::chrono::steady_clock::now() < give_up) {
    std::this_thread::sleep_for(100ms);
    reclaimed = in->ledger().reclaim(3)->size();
  }
  CHECK(reclaimed == 1);
  CHECK_FALSE(silent->commit());
}
