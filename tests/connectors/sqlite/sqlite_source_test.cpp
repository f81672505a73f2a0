#include "config/document.hpp"
#include "connectors/sqlite/sqlite_source.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/source_run.hpp"
#include "tests/sqlite_file.hpp"

#include <thread>

using namespace faucet;
using namespace faucet::test;
using lines = std::vector<std::string>;

namespace {

constexpr std::string_view incremental =
  "\nreplication: {type: incremental, column: c, initial_value: 0}";

node config_of(const std::string& yaml) {
  auto config = parse_document(yaml, "source.yaml");
  INFO(yaml);
  REQUIRE(config);
  return std::move(*config);
}

/// One run of a query on "a.db" of the folder, whose name is taken out of the error.
source_run read(const temp_folder& folder, const std::string& query, std::string_view more = {},
                const std::optional<bookmark>& resume = std::nullopt) {
  auto config = config_of("database_url: '" + (folder / "a.db").string() + "'\nquery: |-\n  "
                          + query + "\n" + std::string{more});
  auto result = run(sqlite_source(), *config.map(), resume);
  auto at = result.error.find(folder.path().string() + "/");
  if (at != std::string::npos) {
    result.error.erase(at, folder.path().string().size() + 1);
  }
  return result;
}

/// A run that must succeed, as JSON Lines.
std::string records(const temp_folder& folder, const std::string& query,
                    std::string_view more = {}) {
  auto result = read(folder, query, more);
  INFO(query);
  CHECK(result.error == "");
  return result.records;
}

/// What runs of an incremental query have read, one after another.
class synced {
public:
  synced(const temp_folder& folder, std::string query, std::string more)
    : folder_(folder), query_(std::move(query)), more_(std::move(more)) {
    // nop
  }

  std::string run() {
    auto result = read(folder_, query_, more_, position_);
    CHECK(result.error == "");
    if (!result.bookmarks.empty()) {
      position_ = bookmark{result.bookmarks.back()};
    }
    last_ = result;
    return result.records;
  }

  [[nodiscard]] const source_run& last() const {
    return last_;
  }

  [[nodiscard]] std::string position() const {
    return position_ ? position_->json : "";
  }

private:
  const temp_folder& folder_;
  std::string query_;
  std::string more_;
  std::optional<bookmark> position_;
  source_run last_;
};

} // namespace

// -- values -----------------------------------------------------------------------

TEST_CASE("every value of a SQLite query arrives as it is stored", "[P143]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(i INTEGER, r REAL, s TEXT, b BLOB, d DECIMAL(10,2), "
               "ts TIMESTAMP, x); INSERT INTO t VALUES "
               "(9223372036854775807, 0.1, 'it''s é', x'00ff', '12345678901234567890.12', "
               "'2024-01-02 03:04:05.678', NULL),"
               "(-9223372036854775808, 1e300, '', x'', 1.50, '2024-01-02T03:04:05+02:00', 'x'),"
               "(9007199254740993, 100, NULL, NULL, 2, 1700000000, 1.0)");
  CHECK(records(folder, "SELECT * FROM t ORDER BY rowid")
        == R"({"i":9223372036854775807,"r":0.1,"s":"it's é","b":"AP8=",)"
           R"("d":1.2345678901234567e19,"ts":"2024-01-02 03:04:05.678","x":null})"
           "\n"
           R"({"i":-9223372036854775808,"r":1e300,"s":"","b":"","d":1.5,)"
           R"("ts":"2024-01-02T03:04:05+02:00","x":"x"})"
           "\n"
           R"({"i":9007199254740993,"r":100.0,"s":null,"b":null,"d":2,"ts":1700000000,"x":1.0})"
           "\n");
}

TEST_CASE("infinite numbers are texts, for JSON has none") {
  temp_folder folder;
  CHECK(sqlite_file{folder / "a.db"}.rows("SELECT 1").size() == 1);
  CHECK(records(folder, "SELECT 9e999 AS a, -9e999 AS b")
        == "{\"a\":\"Infinity\",\"b\":\"-Infinity\"}\n");
}

TEST_CASE("columns declared BOOLEAN give booleans, those declared JSON objects and lists") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(b BOOLEAN, j JSON); INSERT INTO t VALUES (1, '{\"a\":[1.50]}'), "
               "(0, '[]'), (2, '{broken'), ('t', '5'), (NULL, 'text')");
  CHECK(records(folder, "SELECT * FROM t ORDER BY rowid")
        == "{\"b\":true,\"j\":{\"a\":[1.50]}}\n{\"b\":false,\"j\":[]}\n"
           "{\"b\":2,\"j\":\"{broken\"}\n{\"b\":\"t\",\"j\":5}\n{\"b\":null,\"j\":\"text\"}\n");
}

TEST_CASE("big numbers in a JSON column keep their digits", "[P145]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(j JSON); "
               "INSERT INTO t VALUES ('{\"n\":12345678901234567890.123456789}')");
  CHECK(records(folder, "SELECT j FROM t") == "{\"j\":{\"n\":12345678901234567890.123456789}}\n");
}

TEST_CASE("text that is not UTF-8 is an error that names the row, or replaced on request") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(s TEXT); INSERT INTO t VALUES ('ok'), (CAST(x'61ff' AS TEXT))");
  CHECK(read(folder, "SELECT s FROM t").error
        == "a.db: row 2: column \"s\" holds text that is not UTF-8");
  CHECK(records(folder, "SELECT s FROM t", "invalid_utf8: replace")
        == "{\"s\":\"ok\"}\n{\"s\":\"a\xef\xbf\xbd\"}\n");
}

TEST_CASE("pages of a SQLite query are bounded by rows, 0 sets no limit") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  std::string query = "WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 FROM n LIMIT 2500) "
                      "SELECT i FROM n";
  CHECK(read(folder, query).page_sizes == std::vector<size_t>{1000, 1000, 500});
  CHECK(read(folder, query, "batch_size: 0").page_sizes == std::vector<size_t>{2500});
}

// -- queries ----------------------------------------------------------------------

TEST_CASE("only one SELECT is run") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a); INSERT INTO t VALUES (1)");
  for (const auto* query : {"DELETE FROM t", "DELETE FROM t RETURNING a", "PRAGMA table_info(t)",
                            "EXPLAIN SELECT 1", "ATTACH 'x.db' AS x", "BEGIN", "VACUUM"}) {
    INFO(query);
    CHECK(read(folder, query).error == "a.db: the query is no SELECT");
  }
  CHECK(read(folder, "SELECT 1 AS a; SELECT 2 AS b").error.find("source.yaml:2: ") == 0);
  CHECK(records(folder, "SELECT a FROM t; -- the end") == "{\"a\":1}\n");
  CHECK(records(folder, "VALUES (1)") == "{\"column1\":1}\n");
  CHECK(records(folder, "WITH x AS (SELECT a FROM t) SELECT * FROM x") == "{\"a\":1}\n");
  CHECK(file.rows("SELECT count(*) FROM t") == lines{"1"});
}

TEST_CASE("slices of a query are refused as long as nothing makes them") {
  temp_folder folder;
  CHECK_THAT(read(folder, "SELECT 1", "shard: {key: id}").error,
             Catch::Contains("\"shard\" is not supported"));
}

TEST_CASE("what is wrong with a SQLite query is said with the name of the database") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a)");
  CHECK(read(folder, "SELECT * FROM none").error == "a.db: no such table: none");
  CHECK(read(folder, "SELECT b FROM t").error == "a.db: no such column: b");
  CHECK(read(folder, "SELEC 1").error == "a.db: near \"SELEC\": syntax error");
  CHECK(read(folder, "SELECT 1 AS a, 2 AS a").error
        == "a.db: the query has two columns named \"a\"; name one of them otherwise with AS");
  CHECK(read(folder, "SELECT abs(-9223372036854775807 - 1)").error == "a.db: integer overflow");
}

TEST_CASE("a database that is not there is not made by reading it") {
  temp_folder folder;
  CHECK(read(folder, "SELECT 1").error
        == "a.db: unable to open database file: No such file or directory");
  folder.write("a.db", std::string(5000, 'x'));
  CHECK(read(folder, "SELECT 1").error == "a.db: file is not a database");
  CHECK(folder.names() == lines{"a.db"});
}

TEST_CASE("a sandbox keeps a query from other files", "[P338]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a)");
  CHECK(read(folder, "ATTACH '/etc/passwd' AS p", "sandbox: true").error == "a.db: not authorized");
  CHECK(read(folder, "VACUUM INTO '/tmp/stolen.db'", "sandbox: true").error != "");
  CHECK(records(folder, "SELECT count(*) AS n FROM t", "sandbox: true") == "{\"n\":0}\n");
}

TEST_CASE("params are bound natively, in turn or by number") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  CHECK(records(folder, "SELECT ? AS a, ? AS b, ? AS c, ? AS d", "params: [1, 'x', null, true]")
        == "{\"a\":1,\"b\":\"x\",\"c\":null,\"d\":1}\n");
  CHECK(records(folder, "SELECT ?2 AS a, ?1 AS b, ?2 AS c", "params: [1, '2']")
        == "{\"a\":\"2\",\"b\":1,\"c\":\"2\"}\n");
  CHECK(records(folder, "SELECT $2 AS a, $1 AS b", "params: [1.5, '1 OR 1=1']")
        == "{\"a\":\"1 OR 1=1\",\"b\":1.5}\n");
  CHECK(read(folder, "SELECT ? AS a, ? AS b", "params: [1]").error
        == "a.db: parameter 2 of the query has no value in \"params\"");
  CHECK(read(folder, "SELECT :name AS a", "params: [1]").error
        == "a.db: parameter :name of the query has no value in \"params\"");
  CHECK(read(folder, "SELECT ? AS a", "params: [1, 2]").error
        == "a.db: params[1] is no value of a parameter of the query");
  CHECK(read(folder, "SELECT ? AS a", "params: [18446744073709551615]").error
        == "a.db: params[0] is 18446744073709551615, which no number of SQLite holds");
  CHECK(read(folder, "SELECT ? AS a", "params: [[1]]").error
        == "source.yaml:4: params: expected numbers, texts, booleans and nulls");
}

TEST_CASE("references to other rows are bound beside params, never spliced", "[P109]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id, name); INSERT INTO t VALUES (1, 'a'), (2, 'b')");
  auto with = [&](const std::string& query, const std::string& x, const std::string& params) {
    auto config = config_of("database_url: '" + file.path() + "'\nquery: {text: \"" + query
                            + "\", values: {\"${p.id}\": " + x + "}}\nparams: " + params);
    auto result = run(sqlite_source(), *config.map());
    CHECK(result.error == "");
    return result.records;
  };
  CHECK(with("SELECT id FROM t WHERE id = ${p.id} OR name = '${p.id}'", "'1 OR 1=1'", "[]") == "");
  CHECK(with("SELECT id FROM t WHERE id = ${p.id} OR name = '${p.id}'", "b", "[]")
        == "{\"id\":2}\n");
  CHECK(with("SELECT ${p.id} AS a, ? AS b, ${p.id} AS c, ? AS d", "7", "[8, 9]")
        == "{\"a\":7,\"b\":8,\"c\":7,\"d\":9}\n");
  CHECK(with("SELECT ${p.id} AS a, ?1 AS b, ${p.id} AS c, ?2 AS d", "7", "[8, 9]")
        == "{\"a\":7,\"b\":8,\"c\":7,\"d\":9}\n");
}

TEST_CASE("a query reads one snapshot while others write") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("PRAGMA journal_mode = WAL; CREATE TABLE t(a); INSERT INTO t VALUES (1), (2), (3)");
  auto config = config_of("database_url: '" + file.path()
                          + "'\nquery: SELECT a FROM t\n"
                            "batch_size: 1");
  auto source = sqlite_source().make(config);
  REQUIRE(source);
  REQUIRE((*source)->open({}, std::nullopt));
  REQUIRE((*source)->next());
  file.execute("INSERT INTO t VALUES (4)");
  int pages = 1;
  for (auto next = (*source)->next(); next && *next; next = (*source)->next()) {
    ++pages;
  }
  CHECK(pages == 3);
}

TEST_CASE("a stopped source gives an empty page at once") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  auto config = config_of("database_url: '" + file.path()
                          + "'\nquery: WITH RECURSIVE n(i) AS (VALUES(1) UNION ALL SELECT i + 1 "
                            "FROM n) SELECT count(*) AS n FROM n");
  auto source = sqlite_source().make(config);
  REQUIRE(source);
  auto stop = std::make_shared<std::atomic<bool>>(false);
  REQUIRE((*source)->open({.stop = stop}, std::nullopt));
  std::thread later{[&stop] {
    std::this_thread::sleep_for(std::chrono::milliseconds{50});
    *stop = true;
  }};
  auto next = (*source)->next();
  later.join();
  REQUIRE(next);
  REQUIRE(*next);
  CHECK((*next)->empty());
}

// -- incremental ------------------------------------------------------------------

TEST_CASE("an incremental query reads what is new and rows that came late at the boundary",
          "[P11]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(id INTEGER, c TEXT, v TEXT); INSERT INTO t VALUES "
               "(1,'2023-12-31','a'),(2,'2024-01-02','a'),(3,'2024-01-03','a'),"
               "(4,'2024-01-03','a'),(5,'2024-01-03','a'),(6,'2024-01-03','a')");
  synced sync{folder, "SELECT * FROM t",
              "replication: {type: incremental, column: c, initial_value: '2024-01-01'}"};
  auto row = [](int id, const std::string& c, const std::string& v = "a") {
    return R"({"id":)" + std::to_string(id) + R"(,"c":"2024-01-0)" + c + R"(","v":")" + v + "\"}\n";
  };
  CHECK(sync.run() == row(2, "2") + row(3, "3") + row(4, "3") + row(5, "3") + row(6, "3"));
  CHECK(sync.position().find(R"({"value":"2024-01-03","boundary":[")") == 0);
  auto before = sync.position();
  CHECK(sync.run().empty());
  CHECK(sync.last().bookmarks == lines{before});
  file.execute("INSERT INTO t VALUES (7,'2024-01-03','a'),(8,'2024-01-04','a');"
               "UPDATE t SET v = 'b' WHERE id = 3");
  CHECK(sync.run() == row(3, "3", "b") + row(7, "3") + row(8, "4"));
  CHECK(sync.run().empty());
}

TEST_CASE("each page of an incremental query can be resumed behind") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c INTEGER); INSERT INTO t VALUES (1),(2),(2),(2),(3)");
  auto whole = read(folder, "SELECT c FROM t", "batch_size: 1" + std::string{incremental});
  REQUIRE(whole.bookmarks.size() == 5);
  size_t read_so_far = 0;
  for (const auto& text : whole.bookmarks) {
    ++read_so_far;
    auto rest = read(folder, "SELECT c FROM t", incremental, bookmark{text});
    CHECK(static_cast<size_t>(std::count(rest.records.begin(), rest.records.end(), '\n'))
          == 5 - read_so_far);
  }
}

TEST_CASE("cursors of every kind of number are bookmarked and bound with all digits", "[P22]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c NUMERIC); INSERT INTO t VALUES (9007199254740992), "
               "(9007199254740993), (9223372036854775806), (0.1), ('text')");
  synced sync{folder, "SELECT c FROM t", std::string{incremental.substr(1)}};
  CHECK(sync.run()
        == "{\"c\":0.1}\n{\"c\":9007199254740992}\n{\"c\":9007199254740993}\n"
           "{\"c\":9223372036854775806}\n{\"c\":\"text\"}\n");
  auto from = [&](const std::string& x) {
    return read(folder, "SELECT c FROM t", incremental, bookmark{x}).records;
  };
  CHECK(from("9007199254740993")
        == "{\"c\":9007199254740993}\n{\"c\":9223372036854775806}\n{\"c\":\"text\"}\n");
  CHECK(from("9.5e18") == "{\"c\":\"text\"}\n");
  CHECK(read(folder, "SELECT c FROM t", incremental, bookmark{"18446744073709551615"}).error
        == "a.db: the bookmark of column \"c\" is 18446744073709551615, which no number of SQLite "
           "holds");
}

TEST_CASE("an integer bookmark beyond int64 is an error that names the column", "[P23]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c)");
  CHECK(read(folder, "SELECT c FROM t", incremental, bookmark{"9223372036854775808"}).error
        == "a.db: the bookmark of column \"c\" is 9223372036854775808, which no number of SQLite "
           "holds");
}

TEST_CASE("the token stands for the bookmark within the query, however often") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c, k); INSERT INTO t VALUES (1,'a'),(2,'a'),(3,'b'),(4,'a')");
  synced sync{folder,
              "SELECT max(c) AS c, k, ? AS p FROM t WHERE c >= ${bookmark} AND ${bookmark} <= c "
              "GROUP BY k;",
              "params: [7]" + std::string{incremental}};
  CHECK(sync.run() == "{\"c\":3,\"k\":\"b\",\"p\":7}\n{\"c\":4,\"k\":\"a\",\"p\":7}\n");
  file.execute("INSERT INTO t VALUES (5,'c')");
  CHECK(sync.run() == "{\"c\":5,\"k\":\"c\",\"p\":7}\n");
  CHECK(read(folder, "SELECT c FROM t WHERE c > ${bookmark}", incremental).error.find(">=")
        != std::string::npos);
}

TEST_CASE("rows without a cursor are not read, a cursor without a column is an error", "[P20]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c, d); INSERT INTO t VALUES (NULL, 1), (1, 1)");
  CHECK(records(folder, "SELECT * FROM t", incremental) == "{\"c\":1,\"d\":1}\n");
  CHECK(read(folder, "SELECT d FROM t", incremental).error
        == "a.db: replication.column: the query has no column \"c\"");
  file.execute("UPDATE t SET c = x'00ff'");
  CHECK(read(folder, "SELECT c FROM t", incremental).error
        == "a.db: replication.column \"c\" holds a value that makes no bookmark: only numbers and "
           "texts do");
}

TEST_CASE("SQLite's own order of text is kept", "[P19]") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c TEXT COLLATE NOCASE); INSERT INTO t VALUES ('b'), ('C'), ('a')");
  synced sync{folder, "SELECT c FROM t",
              "replication: {type: incremental, column: c, initial_value: ''}"};
  CHECK(sync.run() == "{\"c\":\"a\"}\n{\"c\":\"b\"}\n{\"c\":\"C\"}\n");
  file.execute("INSERT INTO t VALUES ('D')");
  CHECK(sync.run() == "{\"c\":\"D\"}\n");
}

TEST_CASE("an incremental query finds its first row by an index") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(c INTEGER, v); CREATE INDEX i ON t(c)");
  CHECK(file
          .rows("EXPLAIN QUERY PLAN SELECT * FROM (SELECT c, v FROM t) AS q WHERE q.\"c\" >= ? "
                "ORDER BY q.\"c\"")
          .at(0)
          .find("SEARCH t USING INDEX i (c>?)")
        != std::string::npos);
}

// -- doctor and discover ----------------------------------------------------------

TEST_CASE("probing a sqlite source finds what would go wrong") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE TABLE t(a)");
  auto probe = [&](const std::string& query) {
    auto source =
      sqlite_source().make(config_of("database_url: '" + file.path() + "'\nquery: " + query));
    REQUIRE(source);
    auto outcome = (*source)->probe({});
    return outcome ? std::string{} : outcome.error().what;
  };
  CHECK(probe("SELECT a FROM t").empty());
  CHECK(probe("SELECT b FROM t") == "no such column: b");
}

TEST_CASE("a sqlite source discovers tables and views, one query each") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute(
    "CREATE TABLE \"a \"\"b\"(x); CREATE VIEW v AS SELECT 1;"
    "CREATE TABLE t__faucet_ovw_00000000000000(x); CREATE TABLE _faucet_commit_token(x)");
  auto source =
    sqlite_source().make(config_of("database_url: '" + file.path() + "'\nquery: SELECT 1"));
  REQUIRE(source);
  auto found = (*source)->discover({});
  REQUIRE(found);
  REQUIRE(found->size() == 2);
  CHECK((*found)[0].name == "a \"b");
  CHECK((*found)[0].options.at(0)
        == std::pair<std::string, std::string>{"query", R"(SELECT * FROM "a ""b")"});
  CHECK((*found)[1].name == "v");
}

TEST_CASE("a sqlite source leaves out views of what is gone and the tables inside virtual ones") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute("CREATE VIRTUAL TABLE words USING fts5(w); CREATE TABLE u(x);"
               "CREATE VIEW broken AS SELECT * FROM u; DROP TABLE u");
  auto source =
    sqlite_source().make(config_of("database_url: '" + file.path() + "'\nquery: SELECT 1"));
  REQUIRE(source);
  std::vector<std::string> warnings;
  auto found = (*source)->discover(
    {.stop = nullptr, .warn = [&](std::string text) { warnings.push_back(std::move(text)); }});
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].name == "words");
  CHECK(warnings
        == std::vector<std::string>{
          "\"broken\" cannot be read and is left out: no such table: main.u"});
}

TEST_CASE("a sqlite source tells primary keys, and rows where they were counted") {
  temp_folder folder;
  sqlite_file file{folder / "a.db"};
  file.execute(
    "CREATE TABLE t(a, b, c, PRIMARY KEY (c, a)); INSERT INTO t VALUES (1, 2, 3), (4, 5, 6);"
    "CREATE TABLE u(x); CREATE VIEW broken AS SELECT * FROM u; ANALYZE;"
    "DROP TABLE u");
  auto source =
    sqlite_source().make(config_of("database_url: '" + file.path() + "'\nquery: SELECT 1"));
  REQUIRE(source);
  auto found = (*source)->discover({});
  REQUIRE(found);
  REQUIRE(found->size() == 1);
  CHECK((*found)[0].primary_key == std::vector<std::string>{"c", "a"});
  CHECK((*found)[0].estimated_rows == 2);
}
