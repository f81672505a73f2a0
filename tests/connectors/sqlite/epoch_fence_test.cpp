#include "connectors/write_epoch.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/sqlite_file.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
using namespace faucet::test;
using lines = std::vector<std::string>;

namespace {

std::string options(const temp_folder& folder, const std::string& more = {}) {
  return "database_url: 'sqlite:" + (folder / "a.db").string()
         + "'\ntable_name: t\ncolumn_mapping: auto_map\n" + more;
}

/// A sink that is to be opened as the owner of that epoch.
std::unique_ptr<sink_driver> sqlite_owner(const std::string& yaml, uint64_t epoch) {
  auto sink = make_sink("sqlite", yaml);
  REQUIRE(sink);
  fence(**sink, run_hold{"r1", epoch}, "orders");
  return std::move(*sink);
}

std::unique_ptr<sink_driver> opened_sqlite(const std::string& yaml, uint64_t epoch) {
  auto result = sqlite_owner(yaml, epoch);
  REQUIRE(result->open({}, {}));
  return result;
}

void check_superseded(const expected<void>& ok) {
  REQUIRE_FALSE(ok);
  CHECK(ok.error().code == ec::lease_lost);
  CHECK(render(ok.error())
        == "run r1, orders: another owner has begun to write: its epoch is 2, that of this one 1");
}

} // namespace

TEST_CASE("a page of an owner whose successor has begun is refused by SQLite, and nothing of it is "
          "to be seen") {
  temp_folder folder;
  sqlite_file db{folder / "a.db"};
  db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT)");
  for (const auto* more : {"", "write_mode: upsert\nkey: [id]\n"}) {
    db.execute("DELETE FROM t");
    db.execute("DROP TABLE IF EXISTS _faucet_epochs");
    auto before = opened_sqlite(options(folder, more), 1);
    REQUIRE(before->write(page_of({R"({"id":1,"v":"before"})"})));
    auto after = opened_sqlite(options(folder, more), 2);
    check_superseded(before->write(page_of({R"({"id":2,"v":"late"})"})));
    REQUIRE(after->write(page_of({R"({"id":2,"v":"new"})"})));
    static_cast<void>(before->close(ending::failed));
    REQUIRE(after->close(ending::completed));
    CHECK(db.rows("SELECT * FROM t ORDER BY id") == lines{"1,'before'", "2,'new'"});
    CHECK(db.rows("SELECT scope, epoch FROM _faucet_epochs") == lines{"'r1::orders',2"});
  }
}

TEST_CASE("an overwrite in SQLite of an owner whose successor has begun replaces nothing") {
  temp_folder folder;
  sqlite_file db{folder / "a.db"};
  db.execute("CREATE TABLE t(id INTEGER)");
  db.execute("INSERT INTO t VALUES (7)");
  for (auto empty : {false, true}) {
    db.execute("DROP TABLE IF EXISTS _faucet_epochs");
    auto before = opened_sqlite(options(folder, "write_mode: overwrite\n"), 1);
    if (!empty) {
      REQUIRE(before->write(page_of({R"({"id":1})"})));
    }
    auto after = opened_sqlite(options(folder, "write_mode: overwrite\n"), 2);
    check_superseded(before->close(ending::completed));
    CHECK(db.rows("SELECT * FROM t") == lines{"7"});
    CHECK(db.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%\\_ovw%' ESCAPE '\\'").empty());
    REQUIRE(after->close(ending::failed));
  }
}

TEST_CASE("an owner that opens its SQLite sink after its successor is refused at once") {
  temp_folder folder;
  auto after = opened_sqlite(options(folder), 2);
  check_superseded(sqlite_owner(options(folder), 1)->open({}, {}));
}

TEST_CASE("epochs of long ago are forgotten in SQLite, one that is gone is stored again") {
  temp_folder folder;
  sqlite_file db{folder / "a.db"};
  auto one = opened_sqlite(options(folder), 3);
  db.execute("INSERT INTO _faucet_epochs VALUES ('old', 1, datetime('now', '-8 days')), "
             "('young', 1, datetime())");
  auto other = opened_sqlite(options(folder), 3);
  CHECK(db.rows("SELECT scope FROM _faucet_epochs ORDER BY 1") == lines{"'r1::orders'", "'young'"});
  db.execute("DELETE FROM _faucet_epochs");
  REQUIRE(one->write(page_of({R"({"id":1})"})));
  REQUIRE(other->write(page_of({R"({"id":2})"})));
  CHECK(db.rows("SELECT scope, epoch FROM _faucet_epochs") == lines{"'r1::orders',3"});
  CHECK(db.rows("SELECT id FROM t ORDER BY id") == lines{"1", "2"});
}

TEST_CASE("without an owner there is no table of epochs in SQLite") {
  temp_folder folder;
  sink_run{"sqlite", options(folder)}.write({R"({"id":1})"}).close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT name FROM sqlite_schema") == lines{"'t'"});
}
