#include "state/history/sql_run_ledger.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

TEST_CASE("a history that is read-only is unavailable, and reads go on") {
  std::string kind = GENERATE("sqlite", "postgres");
  auto place = make_history_place(kind);
  place->open();
  auto database = place->raw();
  REQUIRE(database->run(kind == "sqlite" ? "PRAGMA query_only = 1"
                                         : "SET default_transaction_read_only = on"));
  sql_run_ledger ledger{*database};
  auto run = run_named("run-1");
  auto stored = ledger.submit({&run, 1});
  REQUIRE_FALSE(stored);
  CHECK(stored.error().code == ec::unavailable);
  CHECK_THAT(stored.error().what, Catch::Contains("read"));
  CHECK(ledger.find("run-1"));
  if (kind == "postgres") {
    CHECK(ledger.submit({&run, 1})); // in a session of its own, which may write again
  }
}

TEST_CASE("a history whose disk is full is unavailable until there is room again") {
  auto place = make_history_place("sqlite");
  place->open();
  auto database = place->raw();
  auto pages = database->run("PRAGMA page_count");
  REQUIRE(pages);
  REQUIRE(database->run("PRAGMA max_page_count = " + pages->text(0, 0)));
  sql_run_ledger ledger{*database};
  auto run = run_named("run-1");
  run.config = std::string(100'000, 'x');
  auto stored = ledger.submit({&run, 1});
  REQUIRE_FALSE(stored);
  CHECK(stored.error().code == ec::unavailable);
  CHECK_THAT(stored.error().what, Catch::Contains("full"));
  REQUIRE(database->run("PRAGMA max_page_count = 100000"));
  CHECK(ledger.submit({&run, 1}));
}
