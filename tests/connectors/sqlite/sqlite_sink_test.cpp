#include "model/page_builder.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/sqlite_file.hpp"

#include <sys/resource.h>
#include <unistd.h>

#include <csignal>
#include <thread>

using namespace faucet;
using namespace faucet::test;
using lines = std::vector<std::string>;

namespace {

std::string into(const temp_folder& folder, std::string_view more = "column_mapping: auto_map") {
  return "database_url: 'sqlite:" + (folder / "a.db").string() + "'\ntable_name: t\n"
         + std::string{more};
}

std::string upsert_into(const temp_folder& folder, std::string_view more = "key: [id]") {
  return into(folder, "column_mapping: auto_map\nwrite_mode: upsert\n") + std::string{more};
}

std::string overwrite(const temp_folder& folder) {
  return into(folder, "column_mapping: auto_map\nwrite_mode: overwrite");
}

/// The rendered answer to one page of a run with those options, the folder taken out.
std::string answer(const temp_folder& folder, std::string_view yaml, const lines& records) {
  auto sink = make_sink("sqlite", yaml);
  REQUIRE(sink);
  auto outcome = (*sink)->open({}, {});
  if (outcome) {
    outcome = (*sink)->write(page_of(records));
  }
  auto closed = (*sink)->close(outcome ? ending::completed : ending::failed);
  if (outcome) {
    outcome = std::move(closed);
  }
  auto text = outcome ? std::string{} : render(outcome.error());
  auto at = text.find(folder.path().string() + "/");
  return at == std::string::npos ? text : text.erase(at, folder.path().string().size() + 1);
}

} // namespace

// -- making the table -------------------------------------------------------------

TEST_CASE("a table that cannot be made is named") {
  temp_folder folder;
  for (const auto& yaml : {into(folder), overwrite(folder)}) {
    CHECK(answer(folder, yaml, {R"({"a":1,"A":2})"})
          == "a.db: table \"t\" cannot be made: duplicate column name: a");
  }
}

TEST_CASE("the sqlite sink makes a table that suits the first page") {
  temp_folder folder;
  sink_run{"sqlite", into(folder)}
    .write({R"({"s":"x","i":1,"f":1.5,"b":true,"o":{"a":1},"l":[1],"n":null})",
            R"({"s":"y","big":9223372036854775808,"d":0.1234567890123456789})"})
    .close();
  CHECK(folder.names() == lines{"a.db"});
  sqlite_file found{folder / "a.db"};
  CHECK(found.rows("SELECT sql FROM sqlite_schema")
        == lines{R"('CREATE TABLE "t" ("b" INTEGER, "big" TEXT, "d" TEXT, "f" REAL, "i" INTEGER, )"
                 R"("l" TEXT, "n" TEXT, "o" TEXT, "s" TEXT)')"});
  CHECK(found.rows("SELECT s, i, f, b, o, l, n, big, d FROM t")
        == lines{R"('x',1,1.5,1,'{"a":1}','[1]',NULL,NULL,NULL)",
                 "'y',NULL,NULL,NULL,NULL,NULL,NULL,'9223372036854775808',"
                 "'0.1234567890123456789'"});
}

TEST_CASE("a page without fields waits for the next with making the table") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder)};
  run.write({"{}"}).write({R"({"a":1})"}).close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT a FROM t") == lines{"1"});
}

TEST_CASE("a table that must be there is an error when it is missing") {
  temp_folder folder;
  CHECK(answer(folder, into(folder, "column_mapping: auto_map\ncreate_table: false"), {"{}"})
        == "a.db: table \"t\" does not exist");
  CHECK(answer(folder, into(folder, "column_mapping: auto_map\nwrite_mode: delete\nkey: [id]"),
               {R"({"id":1})"})
        == "a.db: table \"t\" does not exist");
}

TEST_CASE("two sinks that make one table at once both write it", "[P292]") {
  temp_folder folder;
  sink_run first{"sqlite", into(folder)};
  sink_run second{"sqlite", into(folder)};
  auto twos = page_of({R"({"a":2})"});
  std::thread other{[&] {
    for (int i = 0; i < 20; ++i) {
      second.driver().write(twos);
    }
  }};
  for (int i = 0; i < 20; ++i) {
    first.driver().write(page_of({R"({"a":1})"}));
  }
  other.join();
  first.close();
  second.close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT a, count(*) FROM t GROUP BY a")
        == lines{"1,20", "2,20"});
}

TEST_CASE("a table that another writer commits while it is being made is waited for", "[P296]") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder)};
  sqlite_file holder{folder / "a.db"};
  holder.execute("BEGIN IMMEDIATE; CREATE TABLE other(x)");
  std::thread later{[&holder] {
    std::this_thread::sleep_for(std::chrono::milliseconds{100});
    holder.execute("COMMIT");
  }};
  auto outcome = run.try_write({R"({"a":1})"});
  later.join();
  CHECK(outcome);
  run.close();
  CHECK(holder.rows("SELECT a FROM t") == lines{"1"});
}

TEST_CASE("a first page that failed leaves no table, and the next one makes it") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder)};
  CHECK_FALSE(run.try_write({R"({"b":1})", "5"}));
  run.write({R"({"a":1})"}).close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT * FROM t") == lines{"1"});
}

TEST_CASE("each record can be written as JSON to one column") {
  temp_folder folder;
  sink_run{"sqlite", into(folder, "column_mapping: {json: {column: payload}}")}
    .write({R"({"a":1.50,"b":[null]})", "5"})
    .close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT id, payload FROM t")
        == lines{R"(1,'{"a":1.50,"b":[null]}')", "2,'5'"});
  CHECK(answer(folder, into(folder, "column_mapping: {json: {column: other}}"), {"5"})
        == "a.db: table \"t\" has no column \"other\"");
}

// -- cells ------------------------------------------------------------------------

TEST_CASE("values are bound natively: no quotes around text, NULL for what is missing", "[P131]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER, s TEXT, x)");
  sink_run{"sqlite", into(folder)}
    .write({R"({"id":1,"s":"it's \"x\"\u0000é"})", R"({"id":2,"s":null,"x":"x"})", R"({"id":3})"})
    .close();
  CHECK(
    file.rows("SELECT id, typeof(s), length(CAST(s AS BLOB)), typeof(x), x FROM t")
    == lines{"1,'text',11,'null',NULL", "2,'null',NULL,'text','x'", "3,'null',NULL,'null',NULL"});
}

TEST_CASE("fields that only later records have are written too", "[P133]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a, b, c)");
  sink_run{"sqlite", into(folder)}
    .write({R"({"a":1})", R"({"c":3,"b":2})"})
    .write({R"({"b":4})"})
    .close();
  CHECK(file.rows("SELECT * FROM t") == lines{"1,NULL,NULL", "NULL,2,3", "NULL,4,NULL"});
}

TEST_CASE("every digit of a number arrives, whatever the type of the column", "[P125]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(i INTEGER, n NUMERIC, r REAL, s TEXT, x)");
  auto row = [&](const std::string& number) {
    file.execute("DELETE FROM t");
    std::string record = "{";
    for (const auto* column : {"i", "n", "r", "s", "x"}) {
      record += (record.size() > 1 ? ",\"" : "\"") + std::string{column} + "\":" + number;
    }
    auto failed = answer(folder, into(folder), {record + "}"});
    return failed.empty() ? file.rows("SELECT * FROM t").at(0) : failed;
  };
  CHECK(row("5") == "5,5,5.0,'5',5");
  CHECK(row("0.1") == "0.1,0.1,0.1,'0.1',0.1");
  CHECK(row("1.50") == "1.5,1.5,1.5,'1.50',1.5");
  CHECK(row("1e3") == "1000,1000,1000.0,'1e3',1000.0");
  CHECK(row("true") == "1,1,1.0,'true',1");
  CHECK(row("9007199254740993")
        == "a.db: row 0 of the page: table \"t\": column \"r\" (REAL) cannot hold every digit of "
           "9007199254740993");
  CHECK(row("18446744073709551615")
        == "a.db: row 0 of the page: table \"t\": column \"i\" (INTEGER) cannot hold every digit "
           "of 18446744073709551615");
  CHECK(row("\"18446744073709551615\"")
        == "a.db: row 0 of the page: table \"t\": column \"i\" (INTEGER) cannot hold every digit "
           "of 18446744073709551615");
  CHECK(answer(folder, into(folder), {R"({"r":0.1234567890123456789})"})
        == "a.db: row 0 of the page: table \"t\": column \"r\" (REAL) cannot hold every digit of "
           "0.1234567890123456789");
  for (const auto* text : {" 12345678901234567890", "+12345678901234567890", ".12345678901234567",
                           "0012345678901234567.5", "1e400", "9007199254740993.0"}) {
    CHECK(answer(folder, into(folder), {R"({"n":")" + std::string{text} + "\"}"})
            .find("cannot hold every digit")
          != std::string::npos);
  }
  file.execute("DELETE FROM t");
  CHECK(answer(folder, into(folder),
               {R"({"i":9223372036854775807,"s":18446744073709551615,"x":0.1234567890123456789})",
                R"({"i":"9223372036854775807","n":"2024-01-02T03:04:05.123456789Z"})"})
          .empty());
  CHECK(file.rows("SELECT i, n, s, x FROM t")
        == lines{"9223372036854775807,NULL,'18446744073709551615','0.1234567890123456789'",
                 "9223372036854775807,'2024-01-02T03:04:05.123456789Z',NULL,NULL"});
}

TEST_CASE("a double goes to a text column with all its digits") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(s TEXT, r REAL)");
  page_builder builder;
  std::vector<value> cells{value::of_double(0.1 + 0.2), value::of_double(0.1 + 0.2)};
  builder.add(builder.object(make_shape({"s", "r"}), cells));
  sink_run run{"sqlite", into(folder)};
  CHECK(run.driver().write(builder.finish()));
  run.close();
  CHECK(file.rows("SELECT s, r = 0.1 + 0.2 FROM t") == lines{"'0.30000000000000004',1"});
}

TEST_CASE("a page with 70,000 parameters is written", "[P134]") {
  temp_folder folder;
  lines records;
  for (int i = 0; i < 10'000; ++i) {
    auto n = std::to_string(i);
    records.push_back(R"({"a":)" + n + R"(,"b":1,"c":2,"d":3,"e":4,"f":5,"g":6})");
  }
  sink_run{"sqlite", into(folder)}.write(records).close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT count(*), sum(a), sum(g) FROM t")
        == lines{"10000,49995000,60000"});
}

TEST_CASE("a record that shares no column with the table is skipped with a warning", "[P137]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a, g AS (a + 1))");
  sink_run run{"sqlite", into(folder)};
  run.write({R"({"b":1})", R"({"a":1,"b":2})", R"({"b":3})", "{}", R"({"g":1})"}).close();
  CHECK(file.rows("SELECT * FROM t") == lines{"1,2"});
  CHECK(run.warnings()
        == lines{"table \"t\": field \"b\" has no column and is not written",
                 "table \"t\": a record that shares no column with it is skipped",
                 "table \"t\": field \"g\" has no column and is not written",
                 "table \"t\": 4 records that share no column with it were skipped"});
}

TEST_CASE("a field that no column of SQLite takes fails its page where that is an error") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a, g AS (a + 1))");
  sink_run run{"sqlite", into(folder, "column_mapping: auto_map\non_unknown_field: error")};
  run.write({R"({"a":1})"});
  for (const auto* record : {R"({"a":2,"b":2})", R"({"b":3})", R"({"g":4})"}) {
    auto answer = run.try_write({R"({"a":9})", record});
    REQUIRE_FALSE(answer);
    CHECK_THAT(
      answer.error().what,
      Catch::StartsWith("row 1 of the page: table \"t\": there is no column for the field \""));
  }
  run.close(ending::failed);
  CHECK(file.rows("SELECT a FROM t") == lines{"1"});
  CHECK(run.warnings().empty());
}

TEST_CASE("the table of the main database is meant, not one of the same name elsewhere", "[P136]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a); CREATE TABLE T2(a, b)");
  sink_run run{"sqlite", into(folder)};
  run.write({R"({"a":1,"b":2})"}).close();
  CHECK(file.rows("SELECT * FROM t") == lines{"1"});
  CHECK(run.warnings().size() == 1);
}

// -- keyed modes ------------------------------------------------------------------

TEST_CASE("an upsert inserts new keys and updates known ones") {
  temp_folder folder;
  {
    sink_run run{"sqlite", upsert_into(folder)};
    run.write({R"({"id":1,"v":"a"})", R"({"id":2,"v":"b"})", R"({"id":1,"v":"c"})"}).flush();
    run.write({R"({"id":2})", R"({"id":3,"v":null})"}).close();
  }
  sqlite_file file{folder / "a.db"};
  CHECK(file.rows("SELECT * FROM t ORDER BY id") == lines{"1,'c'", "2,'b'", "3,NULL"});
  CHECK(file.rows("SELECT sql FROM sqlite_schema WHERE type = 'table'")
        == lines{R"('CREATE TABLE "t" ("id" INTEGER, "v" TEXT, PRIMARY KEY ("id"))')"});
}

TEST_CASE("the last write of a key in a page wins, also when it is a delete") {
  temp_folder folder;
  sink_run{"sqlite", upsert_into(folder, "key: [id]\ndelete_marker: {field: op, values: [d]}")}
    .write({R"({"id":1,"v":1,"op":"u"})", R"({"id":2,"v":1,"op":"u"})"})
    .write({R"({"id":1,"v":2})", R"({"id":1,"op":"d"})", R"({"id":2,"op":"d"})",
            R"({"id":2,"v":3,"op":"u"})"})
    .close();
  sqlite_file file{folder / "a.db"};
  CHECK(file.rows("SELECT * FROM t") == lines{"2,3"});
  CHECK(file.rows("SELECT name FROM pragma_table_info('t')") == lines{"'id'", "'v'"});
}

TEST_CASE("keys that look alike when joined are two rows in a table") {
  temp_folder folder;
  sink_run{"sqlite", upsert_into(folder, "key: [a, b]")}
    .write({R"({"a":"a|b","b":"c","v":1})", R"({"a":"a","b":"b|c","v":2})"})
    .close();
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT v FROM t ORDER BY v") == lines{"1", "2"});
}

TEST_CASE("write_mode delete removes rows by key, also where text meets numbers") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER, s TEXT);"
               "INSERT INTO t VALUES (1, '1.5'), (2, '2'), (3, '3')");
  sink_run{"sqlite", into(folder, "column_mapping: auto_map\nwrite_mode: delete\nkey: [id, s]")}
    .write({R"({"id":"1","s":1.5})", R"({"id":2,"s":2})", R"({"id":3,"s":"x"})"})
    .close();
  CHECK(file.rows("SELECT id FROM t") == lines{"3"});
}

TEST_CASE("an upsert needs columns and a constraint for its key") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER, v)");
  CHECK(answer(folder, upsert_into(folder), {R"({"id":1})"})
        == "a.db: table \"t\": write_mode upsert needs a PRIMARY KEY or a UNIQUE constraint on "
           "(\"id\")");
  CHECK(answer(folder, upsert_into(folder, "key: [other]"), {R"({"other":1})"})
        == "a.db: table \"t\": there is no column \"other\" of the key");
  file.execute("CREATE UNIQUE INDEX i ON t(id)");
  CHECK(answer(folder, upsert_into(folder), {R"({"id":1})"}).empty());
  CHECK(answer(folder, upsert_into(folder), {R"({"v":1})"})
        == "row 0 of the page: key column \"id\" is missing");
}

// -- overwrite --------------------------------------------------------------------

TEST_CASE("an overwrite replaces the rows of a table once the run has completed", "[P97]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, v TEXT NOT NULL DEFAULT 'none', "
               "g AS (v || '!')); CREATE INDEX i ON t(v); CREATE TABLE log(x);"
               "CREATE TRIGGER r AFTER INSERT ON t BEGIN INSERT INTO log VALUES (new.id); END;"
               "INSERT INTO t(id, v) VALUES (1, 'old'); DELETE FROM log");
  sink_run run{"sqlite", overwrite(folder)};
  CHECK(run.driver().overwrites());
  run.write({R"({"id":5,"v":"a"})"}).flush().write({R"({"id":6})", R"({"v":"c"})"}).flush();
  CHECK(file.rows("SELECT id, v FROM t") == lines{"1,'old'"});
  run.close();
  CHECK(file.rows("SELECT * FROM t") == lines{"5,'a','a!'", "6,'none','none!'", "7,'c','c!'"});
  CHECK(file.rows("SELECT name FROM sqlite_schema ORDER BY name")
        == lines{"'i'", "'log'", "'r'", "'t'"});
  CHECK(file.rows("SELECT x FROM log") == lines{"5", "6", "7"});
}

TEST_CASE("an overwrite that failed or was cancelled leaves the table as it was", "[P98]") {
  auto how = GENERATE(ending::failed, ending::cancelled);
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v); INSERT INTO t VALUES ('old')");
  sink_run run{"sqlite", overwrite(folder)};
  run.write({R"({"v":"a"})"}).flush().write({R"({"v":"b"})"}).close(how);
  CHECK(file.rows("SELECT * FROM t") == lines{"'old'"});
  CHECK(file.rows("SELECT name FROM sqlite_schema") == lines{"'t'"});
}

TEST_CASE("an overwrite whose swap breaks a constraint leaves the table as it was") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v UNIQUE); INSERT INTO t VALUES ('old')");
  CHECK(answer(folder, overwrite(folder), {R"({"v":"a"})", R"({"v":"a"})"})
        == "a.db: UNIQUE constraint failed: t.v");
  CHECK(file.rows("SELECT * FROM t") == lines{"'old'"});
  CHECK(file.rows("SELECT count(*) FROM sqlite_schema WHERE type = 'table'") == lines{"1"});
}

TEST_CASE("an overwrite with dead letters tells apart the rows that the table would not take") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  auto table =
    GENERATE("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, v TEXT NOT NULL UNIQUE "
             "CHECK (v <> 'bad'), w DEFAULT 'none', g AS (v || '!'))",
             "CREATE TABLE \"t\" (id INTEGER, v TEXT NOT NULL CHECK (v <> 'bad'), w "
             "DEFAULT 'none', g AS (v || '!'), PRIMARY KEY (id)); "
             "CREATE UNIQUE INDEX [a \"b] on [t](v); CREATE INDEX other ON t(w)",
             "CREATE TABLE [t](id INTEGER, v TEXT NOT NULL CHECK (v <> 'bad') UNIQUE, w "
             "DEFAULT 'none', g AS (v || '!'), PRIMARY KEY (id)) STRICT, WITHOUT ROWID");
  INFO(table);
  std::string sql{table};
  auto strict = sql.find(" STRICT");
  if (strict != std::string::npos) {
    sql.replace(sql.find("w DEFAULT"), 1, "w TEXT");
    sql.replace(sql.find("g AS"), 1, "g TEXT");
  }
  file.execute(sql + "; INSERT INTO t(id, v) VALUES (1, 'old')");
  sink_run run{"sqlite", overwrite(folder), {}, true};
  run.write({R"({"id":2,"v":"a"})", R"({"id":3,"v":"a"})", R"({"id":4,"v":"bad"})", R"({"id":5})"});
  run.write({R"({"id":2,"v":"b"})", R"({"id":6,"v":"c","w":"x"})"});
  CHECK(file.rows("SELECT id, v FROM t") == lines{"1,'old'"});
  run.close();
  CHECK(file.rows("SELECT * FROM t") == lines{"2,'a','none','a!'", "6,'c','x','c!'"});
  REQUIRE(run.rejected().size() == 4);
  CHECK(run.rejected()[0] == "1: table \"t\": UNIQUE constraint failed: t.v");
  CHECK_THAT(run.rejected()[1], Catch::StartsWith("2: table \"t\": CHECK constraint failed"));
  CHECK(run.rejected()[2] == "3: table \"t\": NOT NULL constraint failed: t.v");
  CHECK(run.rejected()[3] == "0: table \"t\": UNIQUE constraint failed: t.id");
  CHECK(file.rows("SELECT count(*) FROM sqlite_schema WHERE type = 'table' AND name LIKE 't%'")
        == lines{"1"});
}

TEST_CASE("an overwrite with dead letters understands a table however it was written") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  auto table = GENERATE(
    "CREATE TABLE T(id, v CHECK (v <> 'bad')); CREATE UNIQUE INDEX i ON t(v)",
    "CREATE TABLE t(id, v CHECK (T.v <> 'bad')); CREATE UNIQUE INDEX i oN T(v)",
    "CREATE TABLE /* t */ t /* ( */ (id, v, CHECK (\"t\".v <> 'bad'));"
    "CREATE UNIQUE INDEX i /* one */ ON /* its */ t(v)",
    "CREATE TABLE t(id, v CHECK (v <> 'bad'));"
    "CREATE UNIQUE INDEX IF NOT EXISTS i ON t(v) WHERE t.id > 0 AND T.v IS NOT NULL",
    "CREATE TABLE t(id, v CHECK (v <> 'bad')); CREATE UNIQUE INDEX \"i ON t(\" ON t(lower(v))",
    "CREATE TABLE IF NOT EXISTS main.t(id, v CHECK (v <> 'bad')); CREATE UNIQUE INDEX main.i ON "
    "t(v)",
    "CREATE TABLE a(id, w CHECK (w <> 'bad')); CREATE UNIQUE INDEX i ON a(w);"
    "ALTER TABLE a RENAME TO t; ALTER TABLE t RENAME w TO v");
  INFO(table);
  file.execute(table);
  file.execute("CREATE UNIQUE INDEX more ON t(id); INSERT INTO t(id, v) VALUES (1, 'old')");
  sink_run run{"sqlite", overwrite(folder), {}, true};
  run.write({R"({"id":2,"v":"a"})", R"({"id":3,"v":"a"})", R"({"id":4,"v":"bad"})",
             R"({"id":2,"v":"b"})", R"({"id":5,"v":"c"})"});
  run.close();
  CHECK(file.rows("SELECT id, v FROM t") == lines{"2,'a'", "5,'c'"});
  REQUIRE(run.rejected().size() == 3);
  CHECK(run.rejected()[2] == "3: table \"t\": UNIQUE constraint failed: t.id");
  for (const auto& letter : run.rejected()) {
    CHECK_THAT(letter, !Catch::Contains("__faucet"));
  }
  CHECK(run.warnings().empty());
  CHECK(file.rows("SELECT count(*) FROM sqlite_schema WHERE name LIKE '%faucet%'") == lines{"0"});
}

TEST_CASE("what stands in the way of a swap names the table and not what is beside it") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v)");
  sink_run run{"sqlite", overwrite(folder)};
  run.write({R"({"v":"a"})"});
  auto beside = file.rows("SELECT name FROM sqlite_schema WHERE name LIKE '%faucet%'");
  REQUIRE(beside.size() == 1);
  file.execute("DROP TABLE \"" + beside[0].substr(1, beside[0].size() - 2) + "\"");
  auto closed = run.driver().close(ending::completed);
  REQUIRE_FALSE(closed);
  CHECK_THAT(render(closed.error()), !Catch::Contains("__faucet") && Catch::Contains("t"));
}

TEST_CASE("an overwrite with dead letters gives no id again that the table has given") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER PRIMARY KEY AUTOINCREMENT, v);"
               "INSERT INTO t VALUES (41, 'old')");
  for (auto dead_letters : {true, false}) {
    sink_run{"sqlite", overwrite(folder), {}, dead_letters}.write({R"({"v":"a"})"}).close();
  }
  CHECK(file.rows("SELECT id FROM t") == lines{"43"});
  CHECK(file.rows("SELECT name, seq FROM sqlite_sequence") == lines{"'t',43"});
}

TEST_CASE("an overwrite with dead letters and a trigger that refuses a row fails as a whole") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v); INSERT INTO t VALUES ('old');"
               "CREATE TRIGGER r BEFORE INSERT ON t WHEN new.v = 'b' BEGIN "
               "SELECT RAISE(ABORT, 'no b'); END");
  sink_run run{"sqlite", overwrite(folder), {}, true};
  run.write({R"({"v":"a"})", R"({"v":"b"})"});
  auto closed = run.driver().close(ending::completed);
  REQUIRE_FALSE(closed);
  CHECK_THAT(render(closed.error()), Catch::Contains("no b"));
  CHECK(file.rows("SELECT v FROM t") == lines{"'old'"});
}

TEST_CASE("an overwrite does not delete the rows that refer to the table") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute(
    "CREATE TABLE t(id INTEGER PRIMARY KEY); INSERT INTO t VALUES (1);"
    "CREATE TABLE child(p REFERENCES t ON DELETE CASCADE); INSERT INTO child VALUES (1)");
  sink_run{"sqlite", overwrite(folder)}.write({R"({"id":1})"}).close();
  CHECK(file.rows("SELECT * FROM child") == lines{"1"});
}

TEST_CASE(
  "the database of a sqlite sink is in write-ahead mode, and its foreign keys are enforced") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE p(id INTEGER PRIMARY KEY); INSERT INTO p VALUES (1);"
               "CREATE TABLE t(p REFERENCES p)");
  CHECK(answer(folder, into(folder), {R"({"p":1})"}).empty());
  CHECK(answer(folder, into(folder), {R"({"p":2})"})
        == "a.db: row 0 of the page: table \"t\": FOREIGN KEY constraint failed");
  CHECK(file.rows("SELECT * FROM t") == lines{"1"});
  CHECK(file.rows("PRAGMA journal_mode") == lines{"'wal'"});
}

TEST_CASE("an overwrite makes a table that is not there, and empties one where no rows come") {
  temp_folder folder;
  sink_run{"sqlite", overwrite(folder)}.write({R"({"a":1,"b":"x"})"}).close();
  sqlite_file file{folder / "a.db"};
  CHECK(file.rows("SELECT * FROM t") == lines{"1,'x'"});
  sink_run{"sqlite", overwrite(folder)}.close();
  CHECK(file.rows("SELECT count(*) FROM t") == lines{"0"});
}

TEST_CASE("the staging table of a run that died a week ago is dropped, a younger one is not") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v); CREATE TABLE t__faucet_ovw_00000000000000(v);"
               "CREATE TABLE t__faucet_ovw_ffffffffffff00(v)");
  sink_run{"sqlite", overwrite(folder)}.close();
  CHECK(file.rows("SELECT name FROM sqlite_schema ORDER BY name")
        == lines{"'t'", "'t__faucet_ovw_ffffffffffff00'"});
}

TEST_CASE("a staging table that cannot be dropped is left behind with a warning") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(v)");
  sink_run run{"sqlite", overwrite(folder) + "\nbusy_timeout_secs: 0"};
  run.write({R"({"v":"a"})"});
  file.execute("BEGIN IMMEDIATE");
  run.close(ending::cancelled);
  REQUIRE(run.warnings().size() == 1);
  CHECK(run.warnings()[0].find("table \"t__faucet_ovw_") == 0);
}

// -- what goes wrong --------------------------------------------------------------

TEST_CASE("a row that a table refuses fails its page, which is taken back") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, n TEXT NOT NULL, i INT) STRICT");
  auto why = [&](const std::string& record) {
    return answer(folder, into(folder), {R"({"id":1,"n":"x"})", record});
  };
  CHECK(why(R"({"id":1,"n":"y"})")
        == "a.db: row 1 of the page: table \"t\": UNIQUE constraint failed: t.id");
  CHECK(why(R"({"id":2})")
        == "a.db: row 1 of the page: table \"t\": NOT NULL constraint failed: t.n");
  CHECK(why(R"({"id":2,"n":"x","i":"abc"})")
        == "a.db: row 1 of the page: table \"t\": cannot store TEXT value in INT column t.i");
  CHECK(why("5") == "a.db: row 1 of the page: table \"t\": the record is no object");
  CHECK(file.rows("SELECT * FROM t").empty());
}

TEST_CASE("rows that a table refuses go to the dead letters, the others are written", "[P298]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, r REAL)");
  lines rejected;
  driver_context context;
  context.reject = [&rejected](size_t row, const error& why) {
    rejected.push_back(std::to_string(row) + " " + render(why));
  };
  auto sink = make_sink("sqlite", upsert_into(folder));
  REQUIRE(sink);
  REQUIRE((*sink)->open(context, {}));
  REQUIRE((*sink)->write(page_of({R"({"id":1})", R"({"r":1})", R"({"id":"x"})",
                                  R"({"id":2,"r":9007199254740993})", R"({"id":3})"})));
  REQUIRE((*sink)->close(ending::completed));
  CHECK(rejected
        == lines{"2 table \"t\": datatype mismatch",
                 "3 table \"t\": column \"r\" (REAL) cannot hold every digit of 9007199254740993",
                 "1 key column \"id\" is missing"});
  CHECK(file.rows("SELECT id FROM t") == lines{"1", "3"});
}

TEST_CASE("a trigger that takes back the transaction fails the page") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a); CREATE TRIGGER r BEFORE INSERT ON t WHEN new.a = 2 "
               "BEGIN SELECT RAISE(ROLLBACK, 'no twos'); END");
  CHECK(answer(folder, into(folder), {R"({"a":1})", R"({"a":2})", R"({"a":3})"})
        == "a.db: table \"t\": no twos");
  CHECK(file.rows("SELECT * FROM t").empty());
}

TEST_CASE("what was written is seen by others page by page, while they read", "[P142]") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder, "column_mapping: auto_map\nmax_connections: 4")};
  run.write({R"({"a":1})"}).flush();
  sqlite_file reader{folder / "a.db"};
  reader.execute("BEGIN");
  CHECK(reader.rows("SELECT count(*) FROM t") == lines{"1"});
  run.write({R"({"a":2})"}).flush();
  CHECK(reader.rows("SELECT count(*) FROM t") == lines{"1"});
  reader.execute("COMMIT");
  CHECK(reader.rows("SELECT count(*) FROM t") == lines{"2"});
  run.close(ending::failed);
  CHECK(reader.rows("SELECT count(*) FROM t") == lines{"2"});
}

TEST_CASE("a database that stays locked fails the page and can be written later") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder, "column_mapping: auto_map\nbusy_timeout_secs: 1")};
  run.write({R"({"a":1})"});
  sqlite_file holder{folder / "a.db"};
  holder.execute("BEGIN IMMEDIATE");
  auto failed = run.try_write({R"({"a":2})"});
  REQUIRE_FALSE(failed);
  CHECK(failed.error().code == ec::unavailable);
  holder.execute("ROLLBACK");
  run.write({R"({"a":2})"}).close();
  CHECK(holder.rows("SELECT a FROM t") == lines{"1", "2"});
}

TEST_CASE("a full disk fails the page with the name of the file and keeps the pages before") {
  temp_folder folder;
  sink_run run{"sqlite", into(folder)};
  run.write({R"({"a":"x"})"}).flush();
  rlimit old{};
  ::getrlimit(RLIMIT_FSIZE, &old);
  auto handler = std::signal(SIGXFSZ, SIG_IGN);
  rlimit small{200'000, old.rlim_max};
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto failed = run.try_write(lines(2000, R"({"a":")" + std::string(500, 'x') + "\"}"));
  ::setrlimit(RLIMIT_FSIZE, &old);
  std::signal(SIGXFSZ, handler);
  REQUIRE_FALSE(failed);
  CHECK(failed.error().which == (folder / "a.db").string());
  run.close(ending::failed);
  sqlite_file file{folder / "a.db"};
  CHECK(file.rows("SELECT a FROM t") == lines{"'x'"});
  CHECK(file.rows("PRAGMA integrity_check") == lines{"'ok'"});
}

TEST_CASE("a place where no database can be is an error that names it") {
  temp_folder folder;
  folder.write("a.db", std::string(5000, 'x'));
  CHECK(answer(folder, into(folder), {"{}"}) == "a.db: file is not a database");
  auto elsewhere = "database_url: /proc/none/a.db\ntable_name: t\ncolumn_mapping: auto_map";
  CHECK(answer(folder, elsewhere, {"{}"})
        == "/proc/none/a.db: unable to open database file: No such file or directory");
}

TEST_CASE("a folder or a file that may not be written is an error that names the database") {
  temp_folder folder;
  sqlite_file{folder / "a.db"}.execute("CREATE TABLE t(a)");
  std::filesystem::permissions(folder.path(), std::filesystem::perms{0555});
  auto is_root = ::geteuid() == 0; // who may write everywhere
  if (is_root) {
    REQUIRE(::seteuid(65534) == 0);
  }
  auto there = answer(folder, into(folder), {R"({"a":1})"});
  auto yaml = "database_url: '" + (folder / "b.db").string() + "'\ntable_name: t\n"
              + "column_mapping: auto_map";
  auto absent = answer(folder, yaml, {R"({"a":1})"});
  if (is_root) {
    REQUIRE(::seteuid(0) == 0);
  }
  std::filesystem::permissions(folder.path(), std::filesystem::perms{0755});
  CHECK(absent == "b.db: unable to open database file: Permission denied");
  CHECK(there == "a.db: the file may not be written");
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT * FROM t").empty());
}

TEST_CASE("options that the sqlite sink cannot honour are refused with their line") {
  auto refused = [](std::string_view url, std::string_view more) {
    return refused_sink("sqlite", "database_url: '" + std::string{url} + "'\n" + std::string{more});
  };
  CHECK(refused("a.db?mode=ro", "table_name: t\ncolumn_mapping: auto_map")
        == "sink.yaml:1: database_url: a sink cannot write a database that is opened read-only");
  CHECK(refused("sqlite:", "table_name: t\ncolumn_mapping: auto_map")
        == "sink.yaml:1: database_url: the address names no file");
  CHECK(refused("a.db", "table_name: ''\ncolumn_mapping: auto_map")
        == "sink.yaml:2: table_name: expected the name of a table");
  CHECK(refused("a.db", "table_name: t\ncolumn_mapping: auto_map\nwrite_mode: upsert")
        == "sink.yaml:4: write_mode upsert needs the columns of a \"key\"");
  CHECK(refused("a.db", "table_name: t") != "accepted");
  CHECK(refused("a.db", "table_name: t\ncolumn_mapping: auto_map\nmax_connections: 0")
        != "accepted");
}

TEST_CASE("probing a sqlite sink finds what would go wrong and writes nothing") {
  temp_folder folder;
  auto probe = [&](std::string_view yaml) {
    auto sink = make_sink("sqlite", yaml);
    REQUIRE(sink);
    auto outcome = (*sink)->probe({});
    return outcome ? std::string{} : outcome.error().what;
  };
  CHECK(probe(into(folder)).empty());
  CHECK(folder.names().empty());
  CHECK_FALSE(
    probe("database_url: /proc/none/a.db\ntable_name: t\ncolumn_mapping: auto_map").empty());
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id)");
  CHECK(probe(into(folder)).empty());
  CHECK_FALSE(probe(upsert_into(folder)).empty());
  file.execute("DROP TABLE t");
  CHECK(probe(into(folder, "column_mapping: auto_map\ncreate_table: false"))
        == "table \"t\" does not exist");
  CHECK(probe(upsert_into(folder)).empty());
  CHECK(folder.names() == lines{"a.db"});
}
