#include "database/sqlite/connection.hpp"
#include "state/history/migrations.hpp"
#include "state/history/postgres_driver.hpp"
#include "tests/own_postgres.hpp"
#include "tests/state/history/history_place.hpp"
#include "tests/state/history/ledger_suite.hpp"
#include "tests/temp_folder.hpp"

#include <atomic>
#include <filesystem>
#include <thread>

using namespace faucet;
using namespace faucet::test;

namespace {

void set_version(sql_driver& database, std::string_view id, uint64_t version) {
  REQUIRE(database.run("UPDATE faucet_serve_schema SET version = $2 WHERE id = $1", {id, version}));
}

std::string version_of(sql_driver& database, std::string_view id) {
  auto found = database.run("SELECT version FROM faucet_serve_schema WHERE id = $1", {id});
  REQUIRE(found);
  REQUIRE(found->rows() == 1);
  return found->text(0, 0);
}

const std::vector<migration> two_steps{
  {1, 1, {"CREATE TABLE things (id {text} PRIMARY KEY)", "INSERT INTO things (id) VALUES ('a')"}},
  {2, 1, {"ALTER TABLE things ADD COLUMN size BIGINT", "UPDATE things SET size = 1"}}};

} // namespace

TEST_CASE("addresses of histories are told from others without showing a password") {
  CHECK(check_history_url("sqlite:./faucet.db"));
  CHECK(check_history_url("postgres://ada:pw@db:5432/faucet"));
  CHECK(check_history_url("postgresql://db/faucet"));
  for (const auto* url :
       {"mysql://ada:secret@db/faucet", "", "faucet.db", "redis://:secret@h", "sqlite", "memory",
        "postgres:/db", "http://x", "sqlite:", "postgres://ada:secret@db/x?nonsense=1"}) {
    INFO(url);
    auto checked = check_history_url(url);
    REQUIRE_FALSE(checked);
    CHECK(checked.error().code == ec::invalid_config);
    CHECK(render(checked.error()).find("secret") == std::string::npos);
    CHECK_FALSE(open_history({.url = url, .stop = nullptr}));
  }
}

TEST_CASE("a history is there again after it was closed") {
  auto place = each_history_place();
  auto run = run_named("run-1");
  REQUIRE(place->open()->ledger().submit({&run, 1}));
  auto again = place->open();
  CHECK(again->check());
  CHECK(*again->ledger().find("run-1"));
}

TEST_CASE("a history in a file is its owner's alone, for it keeps what was submitted") {
  temp_folder folder;
  auto file = folder / "new.db";
  auto opened = open_history({.url = "sqlite:" + file.string()});
  REQUIRE(opened);
  using std::filesystem::perms;
  for (const auto* end : {"", "-wal", "-shm"}) {
    auto mode = std::filesystem::status(file.string() + end).permissions();
    CHECK((mode & (perms::group_all | perms::others_all)) == perms::none);
  }
}

TEST_CASE("nodes that start at the same time make the tables once", "[P220]") {
  auto place = each_history_place();
  std::vector<std::thread> nodes;
  std::atomic<int> opened = 0;
  for (int i = 0; i < 4; ++i) {
    nodes.emplace_back([&] {
      auto node = open_history({.url = place->url(), .stop = nullptr});
      opened += node && (*node)->check() ? 1 : 0;
    });
  }
  for (auto& x : nodes) {
    x.join();
  }
  CHECK(opened == 4);
  CHECK(version_of(*place->raw(), "schema") == std::to_string(history_migrations().back().version));
}

TEST_CASE("an older history is migrated once, whoever does it, and keeps what is in it", "[P220]") {
  auto place = each_history_place();
  REQUIRE(migrate(*place->raw(), {two_steps.data(), 1}));
  std::vector<std::thread> nodes;
  std::atomic<int> done = 0;
  for (int i = 0; i < 4; ++i) {
    nodes.emplace_back([&] {
      auto database = place->raw();
      auto outcome = migrate(*database, two_steps);
      while (!outcome && is_transient(outcome.error())) {
        outcome = migrate(*database, two_steps); // another one is at it
      }
      done += outcome ? 1 : 0;
    });
  }
  for (auto& x : nodes) {
    x.join();
  }
  CHECK(done == 4);
  auto database = place->raw();
  CHECK(version_of(*database, "schema") == "2");
  auto found = database->run("SELECT id, size FROM things");
  REQUIRE(found);
  REQUIRE(found->rows() == 1);
  CHECK(found->text(0, 0) == "a");
  CHECK(found->number(0, 1) == 1);
}

TEST_CASE("a step that fails leaves the history as it was") {
  auto place = each_history_place();
  auto database = place->raw();
  REQUIRE(migrate(*database, {two_steps.data(), 1}));
  auto steps = two_steps;
  steps[1].statements.push_back("UPDATE nothing SET size = 1");
  auto outcome = migrate(*database, steps);
  REQUIRE_FALSE(outcome);
  CHECK_FALSE(is_transient(outcome.error()));
  CHECK(version_of(*database, "schema") == "1");
  CHECK_FALSE(database->run("SELECT size FROM things"));
  CHECK(migrate(*database, two_steps));
}

TEST_CASE("a newer history is refused by both versions, unless it says that this one will do") {
  auto place = each_history_place();
  auto own = history_migrations().back().version;
  place->open();
  auto database = place->raw();
  set_version(*database, "schema", own + 7);
  set_version(*database, "min_readable", own + 1);
  auto refused = open_history({.url = place->url(), .stop = nullptr});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::state_failed);
  CHECK(refused.error().what.find("version " + std::to_string(own + 7)) != std::string::npos);
  CHECK(refused.error().what.find("version " + std::to_string(own)) != std::string::npos);
  REQUIRE(database->run("DELETE FROM faucet_serve_schema WHERE id = 'min_readable'"));
  CHECK_FALSE(open_history({.url = place->url(), .stop = nullptr}));
  REQUIRE(database->run("INSERT INTO faucet_serve_schema (id, version) VALUES ('min_readable', $1)",
                        {own}));
  CHECK(open_history({.url = place->url(), .stop = nullptr}));
  CHECK(version_of(*database, "schema") == std::to_string(own + 7));
}

TEST_CASE("a history that is locked when a node starts is waited for", "[P196]") {
  temp_folder folder;
  auto url = "sqlite:" + (folder / "faucet.db").string();
  auto other = sqlite_connection::open(
    {.address = *parse_sqlite_address(url), .access = sqlite_access::create, .stop = nullptr});
  REQUIRE(other);
  REQUIRE(other->execute("BEGIN EXCLUSIVE"));
  std::atomic<bool> opened = false;
  std::thread node{[&] {
    auto history = open_history({.url = url, .stop = nullptr});
    opened = history && (*history)->check();
  }};
  REQUIRE(other->execute("COMMIT"));
  node.join();
  CHECK(opened);
}

TEST_CASE("a node that starts before its database waits for it, and survives a restart of it",
          "[P196][P320]") {
  own_postgres server;
  server.stop_immediately();
  auto missing = open_history({.url = server.address(), .patience = 0ms, .stop = nullptr});
  REQUIRE_FALSE(missing);
  CHECK(is_transient(missing.error()));
  std::unique_ptr<history> opened;
  std::thread node{[&] {
    if (auto history = open_history({.url = server.address(), .stop = nullptr})) {
      opened = std::move(*history);
    }
  }};
  server.start();
  node.join();
  REQUIRE(opened);
  auto run = run_named("run-1");
  REQUIRE(opened->ledger().submit({&run, 1}));
  server.stop_immediately();
  auto gone = opened->ledger().find("run-1");
  REQUIRE_FALSE(gone);
  CHECK(is_transient(gone.error()));
  server.start();
  CHECK(*opened->ledger().find("run-1"));
  server.stop_immediately();
  server.start();
  // The connection has broken unnoticed; the call that finds out is made again.
  CHECK(opened->ledger().claim({"a", names{"default"}, 1, lasting})->size() == 1);
}

TEST_CASE("a wait for a history ends when it is stopped") {
  own_postgres server;
  server.stop_immediately();
  auto stop = std::make_shared<std::atomic<bool>>(true);
  auto begun = std::chrono::steady_clock::now();
  CHECK_FALSE(open_history({.url = server.address(), .stop = stop}));
  CHECK(std::chrono::steady_clock::now() - begun < 20s);
}

TEST_CASE("what the database refuses for good is told from what may pass", "[P197]") {
  auto place = each_history_place();
  place->open();
  auto database = place->raw();
  const auto* insert = "INSERT INTO faucet_serve_idem (key, run_id, fingerprint, claimed_at, "
                       "expires_at) VALUES ('k', 'r', 'f', {now}, {now})";
  REQUIRE(database->run(insert));
  for (const auto* refused : {insert, "SELECT nothing FROM nowhere", "no SQL at all"}) {
    auto answer = database->run(refused);
    REQUIRE_FALSE(answer);
    CHECK(answer.error().code == ec::state_failed);
    CHECK_FALSE(is_transient(answer.error()));
    CHECK_FALSE(database->worth_repeating());
  }
  CHECK(database->run("SELECT 1")); // the connection goes on
}

TEST_CASE("a history reads what others have committed, whatever its role does by default") {
  auto place = make_history_place("postgres");
  auto address = place->url() + "%20-cdefault_transaction_isolation%3Dserializable";
  auto opened = postgres_driver::open(address, std::chrono::seconds{10});
  REQUIRE(opened);
  auto found = (*opened)->run("SHOW transaction_isolation");
  REQUIRE(found);
  CHECK(found->text(0, 0) == "read committed");
}
