#include "tests/connectors/postgres/sink_schema.hpp"

#include <thread>

using namespace faucet;
using namespace faucet::test;
using Catch::Contains;

namespace {

std::string columns_of(sink_schema& db, const std::string& table) {
  return db.rows("SELECT attname, format_type(atttypid, atttypmod), attnotnull FROM pg_attribute "
                 "WHERE attrelid = '"
                 + table + "'::regclass AND attnum > 0 ORDER BY attnum");
}

std::string open_failure(std::string_view options) {
  auto sink = make_sink("postgres", options);
  REQUIRE(sink);
  auto ok = (*sink)->open({}, {});
  return ok ? "opened" : render(ok.error());
}

} // namespace

TEST_CASE("a table is made of the first page that has fields, sorted by name and nullable") {
  sink_schema db{"sink_create"};
  sink_run run{"postgres", db.options("t")};
  run.write({"{}"}).flush();
  CHECK(db.rows("SELECT to_regclass('t')") == "-");
  run
    .write({R"({"z":1,"i":9007199254740993,"u":18446744073709551615,"f":1.5,"b":true})",
            R"({"o":{"x":1},"l":[1],"s":"x","n":null,"mix":1})", R"({"mix":"x","f":2})"})
    .close();
  CHECK(columns_of(db, "t")
        == "b|boolean|f;f|double precision|f;i|bigint|f;l|jsonb|f;mix|text|f;n|text|f;o|jsonb|f;"
           "s|text|f;u|text|f;z|bigint|f");
  CHECK(db.rows("SELECT u, mix, f FROM t WHERE u IS NOT NULL OR mix = 'x' ORDER BY u")
        == "18446744073709551615|-|1.5;-|x|2");
  CHECK(
    run.warnings()
    == std::vector<std::string>{"1 records have no field to make a table for and were skipped"});
}

TEST_CASE("a table that is made for an upsert has the key as its primary key, a schema is made") {
  sink_schema db{"sink_create_key"};
  db.run("DROP SCHEMA sink_create_key");
  sink_run{"postgres", db.options("t", "write_mode: upsert\nkey: [id]")}
    .write({R"({"id":1,"v":"a"})"})
    .close();
  CHECK(columns_of(db, "t") == "id|bigint|t;v|text|f");
  CHECK(db.rows("SELECT count(*) FROM pg_index WHERE indrelid = 't'::regclass AND indisprimary")
        == "1");
}

TEST_CASE("a table that somebody else is making at the same moment is written all the same",
          "[P292]") {
  sink_schema db{"sink_race"};
  auto sink = std::move(*make_sink("postgres", db.options("t")));
  REQUIRE(sink->open({}, {}));
  db.run("BEGIN");
  db.run("CREATE TABLE t(a bigint)");
  expected<void> written;
  auto rows = page_of({R"({"a":1})"});
  std::thread writer{[&] { written = sink->write(rows); }};
  auto watcher = pg_connection::open({.address = postgres_address()});
  REQUIRE(watcher);
  const auto* waiting = "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
                        "AND query LIKE 'CREATE TABLE%sink_race%'";
  for (auto blocked = false; !blocked;) { // the sink has looked and found no table
    auto found = watcher->execute(waiting);
    REQUIRE(found);
    blocked = found->rows() == 1;
  }
  db.run("COMMIT");
  writer.join();
  INFO((written ? std::string{} : render(written.error())));
  CHECK(written);
  CHECK(sink->close(ending::completed));
  CHECK(db.rows("SELECT a FROM t") == "1");
}

TEST_CASE("a missing table, column or key column is named") {
  sink_schema db{"sink_missing"};
  CHECK(open_failure(db.options("t", "create_table: false"))
        == "\"sink_missing\".\"t\": there is no such table, and create_table is false");
  db.run("CREATE TABLE t(a int PRIMARY KEY)");
  CHECK(open_failure(db.whole_records("t"))
        == "\"sink_missing\".\"t\": the table has no column \"data\" for whole records");
  CHECK(open_failure(db.options("t", "write_mode: delete\nkey: [b]"))
        == "\"sink_missing\".\"t\": the table has no column \"b\", which is in the key");
  sink_run made{"postgres", db.options("u", "write_mode: upsert\nkey: [id]")};
  CHECK_THAT(refused_page(made, {R"({"a":1})"}), Contains("key field \"id\""));
}

TEST_CASE("what a user may not do is said, by a probe before anything is written") {
  sink_schema db{"sink_rights"};
  db.run("CREATE TABLE t(a int PRIMARY KEY)");
  db.run("DROP ROLE IF EXISTS sink_reader");
  db.run("CREATE ROLE sink_reader LOGIN PASSWORD 'sink_secret'");
  db.run("GRANT USAGE ON SCHEMA sink_rights TO sink_reader");
  db.run("GRANT SELECT ON t TO sink_reader");
  auto address = postgres_address();
  address.replace(0, address.rfind('@'), "postgresql://sink_reader:sink_secret");
  auto options = [&](const std::string& table, const std::string& more) {
    return "connection_url: \"" + address + "\"\nschema: sink_rights\ntable_name: " + table
           + "\ncolumn_mapping: auto_map\n" + more;
  };
  auto probe = [](const std::string& yaml) {
    auto ok = (*make_sink("postgres", yaml))->probe({});
    return ok ? "fine" : render(ok.error());
  };
  CHECK(probe(options("t", ""))
        == "\"sink_rights\".\"t\": permission denied: the user may not INSERT");
  CHECK(probe(options("new", ""))
        == "schema sink_rights: permission denied: the user may not CREATE");
  db.run("GRANT INSERT ON t TO sink_reader");
  CHECK(probe(options("t", "")) == "fine");
  CHECK(probe(options("t", "write_mode: upsert\nkey: [a]"))
        == "\"sink_rights\".\"t\": permission denied: the user may not UPDATE");
  CHECK(probe(options("t", "write_mode: overwrite"))
        == "\"sink_rights\".\"t\": permission denied: the user may not TRUNCATE, DELETE");
  sink_run unmade{"postgres", options("new", "")};
  auto why = refused_page(unmade, {R"({"a":1})"});
  CHECK_THAT(why, Contains("table \"sink_rights\".\"new\" cannot be made: permission denied"));
  static_cast<void>(unmade.driver().close(ending::failed));
  db.run("GRANT CREATE ON SCHEMA sink_rights TO sink_reader");
  CHECK(probe(options("new", "")) == "fine");
  CHECK(db.rows("SELECT to_regclass('new')") == "-");
  db.run("REVOKE INSERT ON t FROM sink_reader");
  sink_run run{"postgres", options("t", "")};
  auto refusal = refused_page(run, {R"({"a":1})"});
  CHECK_THAT(refusal, Contains("permission denied for table t"));
  CHECK_THAT(refusal, !Contains("sink_secret"));
  static_cast<void>(run.driver().close(ending::failed));
  db.run("DROP OWNED BY sink_reader");
  db.run("DROP ROLE sink_reader");
}

TEST_CASE(
  "the partitions of a table, the tables of a view and those that inherit are claimed, too") {
  sink_schema db{"sink_claims_behind"};
  db.run("CREATE TABLE parts(a int) PARTITION BY RANGE (a)");
  db.run("CREATE TABLE part_1 PARTITION OF parts FOR VALUES FROM (0) TO (9)");
  db.run("CREATE TABLE part_2 PARTITION OF parts FOR VALUES FROM (9) TO (99)");
  db.run("CREATE TABLE base(a int)");
  db.run("CREATE TABLE heir() INHERITS (base)");
  db.run("CREATE VIEW low AS SELECT a FROM base WHERE a < 10");
  db.run("CREATE VIEW lower AS SELECT a FROM low WHERE a < 5");
  auto claimed = [&db](const std::string& table, const std::string& more) {
    auto sink = make_sink("postgres", db.options(table, more));
    REQUIRE(sink);
    std::vector<std::string> result;
    driver_context context;
    context.claim = [&](const opened_table& x, table_use) -> expected<void> {
      result.push_back(x.name.substr(x.name.find('.') + 1));
      return {};
    };
    REQUIRE((*sink)->open(context, {}));
    return result;
  };
  auto overwrite = std::string{"write_mode: overwrite\n"};
  CHECK(claimed("parts", {}) == std::vector<std::string>{"\"parts\"", "\"part_1\"", "\"part_2\""});
  CHECK(claimed("parts", overwrite)
        == std::vector<std::string>{"\"parts\"", "\"part_1\"", "\"part_2\""});
  CHECK(claimed("part_1", {}) == std::vector<std::string>{"\"part_1\""});
  CHECK(claimed("base", {})
        == std::vector<std::string>{"\"base\""}); // rows that are added go to no heir
  CHECK(claimed("base", overwrite) == std::vector<std::string>{"\"base\"", "\"heir\""});
  CHECK(claimed("lower", {}) == std::vector<std::string>{"\"lower\"", "\"base\""});
}

TEST_CASE(
  "a table is claimed as the server knows it, whatever it is called and how it is reached") {
  sink_schema db{"sink_claims"};
  db.run("CREATE TABLE t(a int)");
  auto address = postgres_address();
  auto here = address + (address.find('?') == std::string::npos ? "?" : "&")
              + "options=-csearch_path%3Dsink_claims";
  auto claimed = [](const std::string& url, const std::string& more) {
    auto sink = std::move(
      *make_sink("postgres", "connection_url: \"" + url + "\"\ncolumn_mapping: auto_map\n" + more));
    std::string identity;
    driver_context context;
    context.claim = [&](const opened_table& table, table_use how) -> expected<void> {
      CHECK(how != table_use::done); // it is the other's to say
      identity = table.identity;
      return fail(ec::invalid_config, "somebody else replaces it", table.name);
    };
    auto opened = sink->open(context, {});
    REQUIRE_FALSE(opened);
    CHECK_THAT(render(opened.error()), Contains("table \"sink_claims\""));
    static_cast<void>(sink->close(ending::failed));
    return identity;
  };
  for (std::string name : {"t", "not_there"}) {
    auto one = claimed(address, "schema: sink_claims\ntable_name: " + name);
    CHECK(one == claimed(address, "table_name: sink_claims." + name));
    CHECK(one == claimed(here, "table_name: " + name + "\nwrite_mode: overwrite"));
    CHECK(one != claimed(here, "table_name: other"));
  }
  CHECK(db.rows("SELECT to_regclass('not_there')") == "-");
}

TEST_CASE("a field without a name has no column, which is told") {
  sink_schema db{"sink_nameless"};
  sink_run run{"postgres", db.options("t")};
  run.write({R"({"":"x","id":1})"}).close();
  CHECK(db.rows("SELECT * FROM t") == "1");
  CHECK(run.warnings()
        == std::vector<std::string>{"field \"\" is not written: the table has no such column"});
}

TEST_CASE("options that the postgres sink cannot honour are refused with their line") {
  auto refusal = [](const std::string& more) {
    return refused_sink("postgres", "connection_url: postgresql://x\ntable_name: t\n" + more);
  };
  CHECK_THAT(refusal("max_connections: 0"), Contains("max_connections") && Contains(":3"));
  CHECK_THAT(refusal("scope: {window: {column: a, from: 1, to: 2}}"), Contains("scope"));
  CHECK_THAT(refusal("write_mode: upsert\nkey: [a]"), Contains("auto_map"));
  CHECK_THAT(refusal("column_mapping: auto_map\nwrite_mode: upsert"), Contains("key"));
  CHECK_THAT(refusal("column_mapping: auto_map\nwrite_mode: delete\nkey: [a]\nwrite_method: copy"),
             Contains("write_method"));
  CHECK_THAT(refusal("schema: ''"), Contains("schema"));
  CHECK_THAT(refusal("binary_encoding: hex"), Contains("binary_encoding"));
  CHECK_THAT(refusal("column_mapping: {json: {column: x}}"), Contains("jsonb"));
  CHECK_THAT(refused_sink("postgres", "connection_url: x\ntable_name: ''"), Contains("table_name"));
}
