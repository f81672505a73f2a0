#include "state/history/sql_run_ledger.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"
#include "tests/temp_folder.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>

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
  CHECK(ledger.submit({&run, 1})); // by a connection of its own, which may write again
}

TEST_CASE("a SQLite history that was read-only when it was opened is written once it may be") {
  temp_folder folder;
  auto url = "sqlite:" + (folder / "faucet.db").string();
  auto change_mode = [&](mode_t mode) { ::chmod((folder / "faucet.db").c_str(), mode); };
  REQUIRE(open_history({.url = url}));
  auto is_root = ::geteuid() == 0; // for whom nothing is read-only
  constexpr uid_t nobody = 65534;
  if (is_root) {
    for (const auto& path : {folder.path(), folder / "faucet.db"}) {
      REQUIRE(::chown(path.c_str(), nobody, nobody) == 0);
    }
    REQUIRE(::seteuid(nobody) == 0);
  }
  change_mode(0400);
  auto opened = open_history({.url = url});
  auto run = run_named("run-1");
  auto refused = opened ? (*opened)->ledger().submit({&run, 1}) : fail(std::move(opened));
  change_mode(0600);
  auto stored = opened ? (*opened)->ledger().submit({&run, 1}) : fail(ec::internal, "not opened");
  if (is_root) {
    REQUIRE(::seteuid(0) == 0);
  }
  INFO((stored ? "" : render(stored.error())));
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::unavailable);
  CHECK(stored);
}

TEST_CASE("a SQLite history that was taken away is not made anew by a node that has it open") {
  auto place = make_history_place("sqlite");
  place->open();
  auto database = place->raw();
  REQUIRE(database->run("PRAGMA query_only = 1"));
  sql_run_ledger ledger{*database};
  auto run = run_named("run-1");
  CHECK_FALSE(ledger.submit({&run, 1})); // from now on it looks for a better connection
  auto file = database->name();
  for (const auto* end : {"", "-wal", "-shm"}) {
    std::filesystem::rename(file + end, file + end + ".away");
  }
  CHECK(ledger.find("run-1"));
  CHECK_FALSE(std::filesystem::exists(file));
  CHECK_FALSE(ledger.submit({&run, 1}));
  CHECK_FALSE(std::filesystem::exists(file));
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
