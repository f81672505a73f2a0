#include "database/postgres/connection.hpp"
#include "tests/connectors/postgres/postgres_run.hpp"
#include "tests/own_postgres.hpp"

#include <chrono>
#include <thread>

using namespace faucet;
using namespace std::chrono_literals;
using test::entry;
using test::read_postgres;

namespace {

std::unique_ptr<source_driver> made(node::map_type config) {
  auto source = postgres_source().make(node{std::move(config)});
  if (!source) {
    FAIL(render(source.error()));
  }
  return std::move(*source);
}

std::string error_of(const std::string& query) {
  auto run = read_postgres(query);
  CHECK(run.records.empty());
  return run.error;
}

/// Why the options are refused.
std::string refusal(node::map_type more) {
  auto config = test::postgres_config("postgresql://127.0.0.1:1/db", "SELECT 1");
  for (auto& x : more) {
    config.push_back(std::move(x));
  }
  auto source = postgres_source().make(node{std::move(config)});
  return source ? "accepted" : render(source.error());
}

node list(std::vector<node> items) {
  return node{std::move(items)};
}

} // namespace

TEST_CASE("rows of a PostgreSQL query are records in the order of its columns") {
  auto run = read_postgres("SELECT x AS b, 'n' || x AS a FROM generate_series(1, 3) x",
                           {entry("batch_size", int64_t{2})});
  CHECK(run.error.empty());
  CHECK(run.records == "{\"b\":1,\"a\":\"n1\"}\n{\"b\":2,\"a\":\"n2\"}\n{\"b\":3,\"a\":\"n3\"}\n");
  CHECK(run.page_sizes == std::vector<size_t>{2, 1});
  CHECK(run.bookmarks.empty());
}

TEST_CASE("a PostgreSQL query may end in a semicolon or a comment, and give no rows") {
  CHECK(read_postgres("SELECT 1 AS a;").records == "{\"a\":1}\n");
  CHECK(read_postgres("SELECT 1 AS a -- one").records == "{\"a\":1}\n");
  auto none = read_postgres("SELECT 1 AS a WHERE false");
  CHECK(none.error.empty());
  CHECK(none.page_sizes.empty());
}

TEST_CASE("params of a PostgreSQL query are bound by the types it wants", "[P22]") {
  auto run = read_postgres(
    "SELECT $1::text AS a, $2 + 1 AS b, $3::bool AS c, $4::numeric AS d, $5::int AS e, $1 AS f",
    {entry("params",
           node::list_type{node{std::string{"1 OR 1=1; --"}}, node{int64_t{41}}, node{true},
                           node{number_text{"12345678901234567890.12345"}}, node{}})});
  CHECK(run.error.empty());
  CHECK(run.records
        == "{\"a\":\"1 OR 1=1; --\",\"b\":42,\"c\":true,\"d\":\"12345678901234567890.12345\","
           "\"e\":null,\"f\":\"1 OR 1=1; --\"}\n");
}

TEST_CASE("a param that its column's type cannot hold fails the run", "[P23]") {
  auto run =
    read_postgres("SELECT 1 AS a WHERE 5::bigint < $1",
                  {entry("params", node::list_type{node{uint64_t{18446744073709551615U}}})});
  CHECK_THAT(run.error, Catch::Contains("params[0]") && Catch::Contains("18446744073709551615")
                          && Catch::Contains("bigint"));
  CHECK_THAT(
    read_postgres("SELECT $1::int + $2::int AS a", {entry("params", node::list_type{node{}})})
      .error,
    Catch::Contains("2 parameters") && Catch::Contains("params"));
}

TEST_CASE("options of a PostgreSQL source that make no sense are refused") {
  CHECK_THAT(refusal({entry("max_connections", int64_t{0})}), Catch::Contains("max_connections"));
  CHECK_THAT(refusal({entry("shard", int64_t{0})}), Catch::Contains("shard"));
  CHECK_THAT(refusal({entry("quory", int64_t{0})}), Catch::Contains("quory"));
  CHECK_THAT(refusal({entry("params", node::list_type{list({})})}), Catch::Contains("params[0]"));
  auto replication = [](node::map_type block) {
    return refusal({entry("replication", std::move(block))});
  };
  CHECK_THAT(replication({entry("type", std::string{"incremental"})}), Catch::Contains("column"));
  CHECK_THAT(
    replication({entry("type", std::string{"full"}), entry("late_rows", std::string{"a"})}),
    Catch::Contains("incremental"));
  CHECK_THAT(
    replication({entry("type", std::string{"incremental"}), entry("column", std::string{"a"}),
                 entry("initial_value", node::list_type{})}),
    Catch::Contains("initial_value"));
  CHECK_THAT(
    replication({entry("type", std::string{"incremental"}), entry("column", std::string{"a"}),
                 entry("initial_value", int64_t{0}), entry("late_rows", std::string{"a"})}),
    Catch::Contains("late_rows"));
}

TEST_CASE("two output columns of one name are refused naming it") {
  CHECK_THAT(error_of("SELECT 1 AS a, 2 AS b, 3 AS a"),
             Catch::StartsWith("query: the query gives two columns named \"a\""));
}

TEST_CASE("what is no reading query is refused, and nothing is written") {
  test::postgres_schema schema{"no_writing"};
  schema.session.run("CREATE TABLE t (a int)");
  auto error = [&](const std::string& query) {
    return test::run(postgres_source(), test::postgres_config(schema.address(), query)).error;
  };
  CHECK_THAT(error("COMMIT"), Catch::Contains("must be a SELECT"));
  CHECK_THAT(error("SET search_path = public"), Catch::Contains("must be a SELECT"));
  CHECK_THAT(error("INSERT INTO t VALUES (1)"), Catch::Contains("must be a SELECT"));
  CHECK_THAT(error("INSERT INTO t VALUES (1) RETURNING a"), Catch::Contains("read-only"));
  CHECK_THAT(error("WITH x AS (DELETE FROM t RETURNING a) SELECT * FROM x"),
             Catch::Contains("read-only"));
  CHECK_THAT(error("SELECT 1 AS a; DROP TABLE t"), Catch::Contains("more than one statement"));
  CHECK_THAT(error("SELECT pg_catalog.set_config('transaction_read_only', 'off', true) AS a"),
             Catch::Contains("read-write"));
  CHECK_THAT(error("SELEC 1"), Catch::Contains("syntax error"));
  CHECK_THAT(error(""), Catch::Contains("query"));
  CHECK(schema.session.cell("SELECT count(*) FROM t") == "0");
}

TEST_CASE("a missing table, a missing column and a missing permission are named") {
  test::postgres_schema schema{"refusals"};
  schema.session.run("CREATE TABLE t (a int)");
  schema.session.run("DROP ROLE IF EXISTS reader_of_nothing");
  schema.session.run("CREATE ROLE reader_of_nothing LOGIN PASSWORD 'pw'");
  schema.session.run("GRANT USAGE ON SCHEMA refusals TO reader_of_nothing");
  CHECK_THAT(error_of("SELECT * FROM refusals.u"),
             Catch::Contains("relation \"refusals.u\" does not exist"));
  CHECK_THAT(error_of("SELECT b FROM refusals.t"), Catch::Contains("column \"b\" does not exist"));
  auto address = test::postgres_address();
  address.replace(address.find("tester:"), address.find('@') - address.find("tester:"),
                  "reader_of_nothing:pw");
  auto run =
    test::run(postgres_source(), test::postgres_config(address, "SELECT * FROM refusals.t"));
  CHECK_THAT(run.error, Catch::Contains("permission denied for table t"));
  schema.session.run("REVOKE USAGE ON SCHEMA refusals FROM reader_of_nothing");
  schema.session.run("DROP ROLE reader_of_nothing");
}

TEST_CASE("a failure in the middle of the rows fails the run") {
  auto run = read_postgres("SELECT 6 / (3 - x) AS a FROM generate_series(1, 5) x",
                           {entry("batch_size", int64_t{1})});
  CHECK(run.records == "{\"a\":3}\n{\"a\":6}\n");
  CHECK_THAT(run.error, Catch::Contains("division by zero"));
}

TEST_CASE("text that is not UTF-8 in a database without encoding fails the run") {
  test::postgres_session session;
  session.run("DROP DATABASE IF EXISTS no_encoding");
  session.run("CREATE DATABASE no_encoding ENCODING SQL_ASCII LOCALE 'C' TEMPLATE template0");
  auto address = test::postgres_address();
  address.replace(address.rfind("/postgres"), std::string::npos, "/no_encoding");
  auto read = [&](const std::string& query) {
    return test::run(postgres_source(), test::postgres_config(address, query));
  };
  CHECK(read("SELECT 'ä'::text AS a").records == "{\"a\":\"ä\"}\n");
  CHECK_THAT(read("SELECT convert_from('\\xe4', 'SQL_ASCII') AS a").error,
             Catch::Contains("invalid byte sequence for encoding \"UTF8\""));
  session.run("DROP DATABASE no_encoding");
}

TEST_CASE("a read sees one state of the database, whatever is committed meanwhile") {
  test::postgres_schema schema{"one_state"};
  schema.session.run("CREATE TABLE t AS SELECT x AS a FROM generate_series(1, 10) x");
  auto config = test::postgres_config(schema.address(), "SELECT count(*) AS n FROM t");
  auto source = made(config);
  REQUIRE(source->open({}, std::nullopt));
  schema.session.run("DELETE FROM t");
  auto page = source->next();
  REQUIRE(page);
  CHECK((*page)->rows().front().as_object()[0].as_int() == 10);
}

TEST_CASE("a stopped read ends at once, also while the server is busy") {
  auto stop = std::make_shared<std::atomic<bool>>(false);
  auto source =
    made(test::postgres_config(test::postgres_address(), "SELECT pg_sleep(60)::text AS a FROM "
                                                         "generate_series(1, 2)"));
  REQUIRE(source->open({.stop = stop}, std::nullopt));
  std::thread later{[&] {
    std::this_thread::sleep_for(200ms);
    *stop = true;
  }};
  auto start = std::chrono::steady_clock::now();
  auto page = source->next();
  later.join();
  CHECK(std::chrono::steady_clock::now() - start < 2s);
  REQUIRE(page);
  REQUIRE(*page);
  CHECK((*page)->empty());
  CHECK_FALSE((*page)->resume());
}

TEST_CASE("a silent server ends the read after its timeout, a crashed one at once", "[P262]") {
  auto silent = read_postgres("SELECT pg_sleep(60)", {entry("read_timeout_secs", int64_t{1})});
  CHECK_THAT(silent.error, Catch::Contains("no answer for 1 seconds"));

  test::own_postgres own;
  auto source = made(test::postgres_config(
    own.address(), "SELECT repeat('x', 1000) AS a FROM generate_series(1, 1000000)"));
  REQUIRE(source->open({}, std::nullopt));
  REQUIRE(source->next());
  own.stop_immediately();
  for (;;) {
    auto page = source->next();
    if (!page) {
      CHECK(page.error().code == ec::unavailable);
      CHECK_THAT(page.error().which, Catch::StartsWith("postgresql://tester@127.0.0.1"));
      break;
    }
    REQUIRE(*page); // an end without a failure would be rows lost
  }
  own.start();
  auto after = test::run(postgres_source(), test::postgres_config(own.address(), "SELECT 1 AS a"));
  CHECK(after.records == "{\"a\":1}\n");
}

TEST_CASE("a server that is not there or does not let in is named without its password") {
  auto error = [](const std::string& address) {
    return test::run(postgres_source(), test::postgres_config(address, "SELECT 1")).error;
  };
  CHECK_THAT(error("postgresql://u:top-secret@127.0.0.1:1/db"),
             Catch::StartsWith("postgresql://u:***@127.0.0.1:1/db: ")
               && Catch::Contains("Connection refused"));
  auto wrong = test::postgres_address();
  wrong.replace(wrong.find("a%20pass"), 8, "top-secret");
  CHECK_THAT(error(wrong),
             Catch::Contains("password authentication failed") && !Catch::Contains("top-secret"));
}

TEST_CASE("a probe of a PostgreSQL source parses the query and reads nothing") {
  auto probe = [](const std::string& query) {
    auto source = made(test::postgres_config(test::postgres_address(), query));
    auto result = source->probe({});
    return result ? "passed" : render(result.error());
  };
  CHECK(probe("SELECT 1 / 0 AS a") == "passed");
  CHECK_THAT(probe("SELECT 1 AS a FROM nowhere"), Catch::Contains("nowhere"));
  CHECK_THAT(probe("SELECT 1 AS a, 2 AS a"), Catch::Contains("two columns"));
}

TEST_CASE("a PostgreSQL source discovers tables and partitioned tables with their queries") {
  test::postgres_schema schema{"discovered"};
  schema.session.run("CREATE TABLE \"Odd \"\"Name\" (a int)");
  schema.session.run("CREATE TABLE parts (a int) PARTITION BY RANGE (a)");
  schema.session.run("CREATE TABLE parts_1 PARTITION OF parts FOR VALUES FROM (0) TO (9)");
  schema.session.run("CREATE VIEW seen AS SELECT 1 AS a");
  schema.session.run("CREATE TABLE bare ()");
  schema.session.run("CREATE TABLE emptied (a int)");
  schema.session.run("ALTER TABLE emptied DROP COLUMN a");
  schema.session.run("CREATE TABLE _faucet_epochs (a int)");
  schema.session.run("CREATE TABLE parts__faucet_ovw_00000000000000 (a int)");
  auto source = made(test::postgres_config(test::postgres_address(), "SELECT 1"));
  auto found = source->discover({});
  REQUIRE(found);
  std::string ours;
  for (const auto& x : *found) {
    CHECK_FALSE(x.name.starts_with("pg_catalog."));
    CHECK_FALSE(x.name.starts_with("information_schema."));
    if (x.name.starts_with("discovered.")) {
      ours += x.name + " " + x.options.at(0).first + " " + x.options.at(0).second + "\n";
    }
  }
  CHECK(ours
        == "discovered.Odd \"Name query SELECT * FROM \"discovered\".\"Odd \"\"Name\"\n"
           "discovered.parts query SELECT * FROM \"discovered\".\"parts\"\n");
}

TEST_CASE("a PostgreSQL source tells primary keys, and rows where they were counted") {
  test::postgres_schema schema{"discovered_keys"};
  schema.session.run("CREATE TABLE counted (a int, b int, PRIMARY KEY (b, a))");
  schema.session.run("INSERT INTO counted SELECT i, i FROM generate_series(1, 10) AS i");
  schema.session.run("ANALYZE counted");
  schema.session.run("CREATE TABLE unknown (a int)");
  auto found = made(test::postgres_config(test::postgres_address(), "SELECT 1"))->discover({});
  REQUIRE(found);
  std::erase_if(*found, [](const auto& x) { return !x.name.starts_with("discovered_keys."); });
  REQUIRE(found->size() == 2);
  CHECK((*found)[0].estimated_rows == 10);
  CHECK((*found)[0].primary_key == std::vector<std::string>{"b", "a"});
  CHECK((*found)[1].estimated_rows == std::nullopt);
  CHECK((*found)[1].primary_key.empty());
}
