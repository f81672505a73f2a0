#include "database/sqlite/connection.hpp"
#include "database/sqlite/table.hpp"
#include "tests/catch.hpp"
#include "tests/sqlite_file.hpp"

#include <thread>

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

sqlite_settings settings_for(const std::filesystem::path& path) {
  return {.address = {.path = path.string()}};
}

/// The rendered error of an attempt to open, with the folder taken out.
std::string problem(const temp_folder& folder, sqlite_settings settings) {
  auto opened = sqlite_connection::open(std::move(settings));
  auto text = opened ? "opened" : render(opened.error());
  auto at = text.find(folder.path().string() + "/");
  return at == std::string::npos ? text : text.erase(at, folder.path().string().size() + 1);
}

} // namespace

TEST_CASE("what is no database cannot be opened, and the error names the file and why") {
  temp_folder folder;
  CHECK(problem(folder, settings_for(folder / "none.db"))
        == "none.db: unable to open database file: No such file or directory");
  folder.write("text.db", std::string(5000, 'x'));
  CHECK(problem(folder, settings_for(folder / "text.db")) == "text.db: file is not a database");
  CHECK(problem(folder, settings_for(folder.path())).find("unable to open database file")
        != std::string::npos);
}

TEST_CASE("only one statement is prepared at a time, comments behind it do not count") {
  auto database = sqlite_connection::open(settings_for(":memory:"));
  REQUIRE(database);
  CHECK(database->prepare("SELECT 1 ; -- and so on\n /* x */ ;"));
  CHECK(render(database->prepare("SELECT 1; SELECT 2").error())
        == ":memory:: there is more than one statement");
  CHECK(render(database->prepare("SELECT 1; nonsense").error())
        == ":memory:: there is more than one statement");
  CHECK(render(database->prepare(" -- nothing").error()) == ":memory:: there is no statement");
  CHECK(render(database->prepare("SELECT * FROM none").error()) == ":memory:: no such table: none");
}

TEST_CASE("a locked database is waited for, then unavailable", "[P296]") {
  temp_folder folder;
  sqlite_file holder{folder / "a.db"};
  holder.execute("CREATE TABLE t(x); BEGIN IMMEDIATE; INSERT INTO t VALUES (1)");
  auto settings = settings_for(folder / "a.db");
  settings.busy_timeout = 1000ms;
  auto database = sqlite_connection::open(settings);
  REQUIRE(database);
  SECTION("until the timeout") {
    auto start = std::chrono::steady_clock::now();
    auto failed = database->execute("BEGIN IMMEDIATE");
    REQUIRE_FALSE(failed);
    CHECK(std::chrono::steady_clock::now() - start >= 1000ms);
    CHECK(failed.error().code == ec::unavailable);
    CHECK(failed.error().what == "the database is locked by somebody else, still after 1 s");
  }
  SECTION("until it is free") {
    std::thread later{[&holder] {
      std::this_thread::sleep_for(100ms);
      holder.execute("COMMIT");
    }};
    CHECK(database->execute("BEGIN IMMEDIATE"));
    later.join();
  }
}

TEST_CASE("a stop ends the wait for a lock and a statement that runs") {
  temp_folder folder;
  auto stop = std::make_shared<std::atomic<bool>>(false);
  auto settings = settings_for(folder / "a.db");
  settings.access = sqlite_access::create;
  settings.stop = stop;
  settings.interrupts = true;
  settings.busy_timeout = 60s;
  auto database = sqlite_connection::open(settings);
  REQUIRE(database);
  sqlite_file holder{folder / "a.db"};
  auto statement = GENERATE("BEGIN IMMEDIATE", "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT "
                                               "i + 1 FROM n) SELECT count(*) FROM n");
  holder.execute("BEGIN EXCLUSIVE");
  if (std::string_view{statement}.starts_with("WITH")) {
    holder.execute("COMMIT");
  }
  std::thread later{[&stop] {
    std::this_thread::sleep_for(50ms);
    *stop = true;
  }};
  auto start = std::chrono::steady_clock::now();
  auto failed = database->execute(statement);
  later.join();
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ec::cancelled);
  CHECK(std::chrono::steady_clock::now() - start < 1s);
}

TEST_CASE("a connection can be moved while its statements live on") {
  auto opened = sqlite_connection::open(settings_for(":memory:"));
  REQUIRE(opened);
  auto statement = opened->prepare("SELECT abs(-9223372036854775807 - 1)");
  REQUIRE(statement);
  auto moved = std::move(*opened);
  CHECK(render(statement->step().error()) == ":memory:: integer overflow");
}

TEST_CASE("other databases cannot be attached once that is forbidden", "[P338]") {
  temp_folder folder;
  auto database = sqlite_connection::open(settings_for(":memory:"));
  REQUIRE(database);
  CHECK(database->execute("ATTACH '" + (folder / "b.db").string() + "' AS b"));
  database->forbid_attach();
  CHECK(render(database->execute("ATTACH '/etc/passwd' AS p").error())
        == ":memory:: not authorized");
}

TEST_CASE("a table is described with the affinities of its columns") {
  auto database = sqlite_connection::open(settings_for(":memory:"));
  REQUIRE(database);
  REQUIRE(database->execute("CREATE TABLE \"a b\"(\"x\"\"y\" INTEGER PRIMARY KEY, t VARCHAR(5) "
                            "NOT NULL DEFAULT 'q', d DECIMAL(5,2), r DOUBLE, n, b BLOB, "
                            "g AS (d + 1), s AS (d) STORED)"));
  auto table = read_table(*database, "a b");
  REQUIRE(table);
  REQUIRE(table->columns.size() == 8);
  const auto* t = table->find("t");
  REQUIRE(t != nullptr);
  CHECK(t->affinity == sqlite_affinity::text);
  CHECK(t->not_null);
  CHECK(t->preset == "'q'");
  CHECK(table->find("x\"y")->key == 1);
  CHECK(table->find("x\"y")->affinity == sqlite_affinity::integer);
  CHECK(table->find("d")->affinity == sqlite_affinity::numeric);
  CHECK(table->find("r")->affinity == sqlite_affinity::real);
  CHECK(table->find("n")->affinity == sqlite_affinity::blob);
  CHECK(table->find("g")->generated);
  CHECK(table->find("s")->generated);
  CHECK_FALSE(table->strict);
  CHECK(table->find("T") == nullptr);
  CHECK_FALSE(read_table(*database, "none")->exists());
  CHECK(affinity_of("ANY", true) == sqlite_affinity::blob);
  CHECK(affinity_of("ANY", false) == sqlite_affinity::numeric);
  CHECK(affinity_of("FLOATING POINT", false) == sqlite_affinity::integer);
}

TEST_CASE("tables and views are listed, those of SQLite itself left out") {
  auto database = sqlite_connection::open(settings_for(":memory:"));
  REQUIRE(database);
  for (std::string_view sql : {"CREATE TABLE b(id INTEGER PRIMARY KEY AUTOINCREMENT)",
                               "CREATE TABLE sqlitex(x)", "CREATE VIEW a AS SELECT 1"}) {
    REQUIRE(database->execute(sql));
  }
  CHECK(*table_names(*database) == std::vector<std::string>{"a", "b", "sqlitex"});
}
