#include "tests/connectors/postgres/postgres_run.hpp"

#include <algorithm>

using namespace faucet;
using test::entry;

namespace {

/// Reads `query` by its column `cursor`, behind a bookmark if one is given.
struct incremental_source {
  std::string address;
  std::string query;
  std::string cursor;
  node::content_type initial;
  int64_t batch_size = 1000;

  [[nodiscard]] test::source_run run(const std::string& resume = {}) const {
    auto config = test::postgres_config(address, query);
    config.push_back(entry("batch_size", batch_size));
    config.push_back(entry("replication", node::map_type{
                                            entry("type", std::string{"incremental"}),
                                            entry("column", cursor),
                                            entry("initial_value", initial),
                                          }));
    auto result = test::run(postgres_source(), std::move(config),
                            resume.empty() ? std::nullopt : std::optional{bookmark{resume}});
    INFO(result.error);
    CHECK(result.error.empty());
    return result;
  }
};

/// The ids of records, in their order: "1,2,".
std::string id_text(const test::source_run& run) {
  std::string result;
  constexpr std::string_view before = "{\"id\":";
  for (size_t at = 0; at < run.records.size(); at = run.records.find('\n', at) + 1) {
    at += before.size();
    result += run.records.substr(at, run.records.find_first_of(",}", at) - at) + ",";
  }
  return result;
}

std::string last_bookmark(const test::source_run& run) {
  REQUIRE_FALSE(run.bookmarks.empty());
  return run.bookmarks.back();
}

size_t rows_at_boundary(const std::string& bookmark) {
  auto boundary = bookmark.substr(bookmark.find("\"boundary\":"));
  return static_cast<size_t>(std::ranges::count(boundary, '"') - 2) / 2;
}

/// The rows of the specification's scenario.
void create_events(test::postgres_schema& schema) {
  schema.session.run("CREATE TABLE events (id int, v text, updated_at timestamptz)");
  schema.session.run("INSERT INTO events VALUES (1, 'a', '2023-12-31 00:00:00+00'), "
                     "(2, 'b', '2024-01-02 00:00:00+00'), (3, 'c', '2024-01-03 00:00:00+00'), "
                     "(4, 'd', '2024-01-03 00:00:00+00'), (5, 'e', '2024-01-03 00:00:00+00'), "
                     "(6, 'f', '2024-01-03 00:00:00+00')");
}

incremental_source events_of(const test::postgres_schema& schema) {
  return {schema.address(), "SELECT id, v, updated_at FROM events", "updated_at",
          std::string{"2024-01-01"}};
}

} // namespace

TEST_CASE("an incremental PostgreSQL read loses no ties, late rows of a tie or updates in place",
          "[P11][P14][P17]") {
  test::postgres_schema schema{"ties"};
  create_events(schema);
  auto events = events_of(schema);

  auto first = events.run();
  CHECK(id_text(first).starts_with("2,"));
  CHECK(id_text(first).size() == 10); // 2 and, in any order, 3 4 5 6
  auto stored = last_bookmark(first);
  CHECK_THAT(stored, Catch::StartsWith(R"({"value":"2024-01-03T00:00:00+00:00","boundary":[)"));
  CHECK(rows_at_boundary(stored) == 4);

  auto again = events.run(stored);
  CHECK(again.records.empty());
  CHECK(again.bookmarks == std::vector<std::string>{stored});

  schema.session.run("INSERT INTO events VALUES (7, 'g', '2024-01-03 00:00:00+00'), "
                     "(8, 'h', '2024-01-04 00:00:00+00')");
  schema.session.run("UPDATE events SET v = 'changed' WHERE id = 3");
  auto more = events.run(stored);
  auto got = id_text(more);
  CHECK(got.size() == 6);
  CHECK(got.ends_with("8,"));
  CHECK(got.find("3,") != std::string::npos);
  CHECK(got.find("7,") != std::string::npos);
  CHECK_THAT(last_bookmark(more),
             Catch::StartsWith(R"({"value":"2024-01-04T00:00:00+00:00","boundary":[)"));
}

TEST_CASE("each page of an incremental read can be resumed from without loss or repetition") {
  test::postgres_schema schema{"page_bookmarks"};
  create_events(schema);
  schema.session.run("INSERT INTO events SELECT x, 'x', '2024-02-01'::timestamptz + "
                     "(x / 3) * interval '1 s' FROM generate_series(10, 20) x");
  auto events = events_of(schema);
  events.batch_size = 1;
  auto whole = events.run();
  auto pages = id_text(whole);
  REQUIRE(whole.bookmarks.size() == 16);
  CHECK(whole.page_sizes == std::vector<size_t>(16, 1));
  std::vector<std::string> split;
  for (size_t at = 0; at < pages.size(); at = pages.find(',', at) + 1) {
    split.push_back(pages.substr(at, pages.find(',', at) - at));
  }
  for (size_t i = 0; i < whole.bookmarks.size(); ++i) {
    auto rest = id_text(events.run(whole.bookmarks[i]));
    std::vector<std::string> expected{split.begin() + static_cast<std::ptrdiff_t>(i) + 1,
                                      split.end()};
    std::vector<std::string> found;
    for (size_t at = 0; at < rest.size(); at = rest.find(',', at) + 1) {
      found.push_back(rest.substr(at, rest.find(',', at) - at));
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    CHECK(found == expected);
  }
}

TEST_CASE("an incremental read with pages without limit has one page and one bookmark") {
  test::postgres_schema schema{"one_page"};
  create_events(schema);
  auto events = events_of(schema);
  events.batch_size = 0;
  auto run = events.run();
  CHECK(run.page_sizes == std::vector<size_t>{5});
  REQUIRE(run.bookmarks.size() == 1);
  CHECK(rows_at_boundary(run.bookmarks[0]) == 4);
}

TEST_CASE("a cursor of each type is bound as its type", "[P22][P26]") {
  test::postgres_schema schema{"cursor_types"};
  schema.session.run("CREATE TYPE level AS ENUM ('low', 'high', 'average')");
  struct column {
    std::string type;
    std::vector<std::string> values; ///< in order
    node::content_type initial;
    std::string stored;
  };
  for (const auto& x : std::vector<column>{
         {"smallint", {"9", "10", "11"}, int64_t{9}, "11"},
         {"int", {"9", "10", "11"}, std::string{"9"}, "11"},
         {"bigint",
          {"9007199254740992", "9007199254740993", "9007199254740994"},
          int64_t{9},
          "9007199254740994"},
         {"numeric(12,2)", {"9", "10", "99.5"}, std::string{"9"}, "\"99.50\""},
         {"numeric",
          {"9", "10.5", "2e40"},
          int64_t{9},
          "\"20000000000000000000000000000000000000000\""},
         {"float8", {"0.1", "0.30000000000000004", "Infinity"}, number_text{"0.1"}, "\"Infinity\""},
         {"float4", {"0.1", "0.2", "0.3"}, number_text{"0.1"}, "0.3"},
         {"date",
          {"2024-01-01", "2024-01-02", "infinity"},
          std::string{"2024-01-01"},
          "\"infinity\""},
         {"timestamp",
          {"2024-01-01 00:00:00", "2024-01-01 00:00:00.5", "2024-01-01 00:00:00.75"},
          std::string{"2024-01-01"},
          "\"2024-01-01 00:00:00.750\""},
         {"timestamp(0)",
          {"2024-01-01 00:00:00", "2024-01-01 00:00:01", "2024-01-01 00:00:02"},
          std::string{"2023-12-31 23:59:59.7"},
          "\"2024-01-01 00:00:02\""},
         {"timestamptz",
          {"0044-03-15 00:00:00+00 BC", "2024-01-01 00:00:00.123456+00",
           "294276-12-31 23:59:59+00"},
          std::string{"-infinity"},
          "\"294276-12-31 23:59:59+00\""},
         {"uuid",
          {"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11", "a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a12",
           "b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
          std::string{"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11"},
          "\"b0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\""},
         {"char(4)", {"a", "ab", "b"}, std::string{"a"}, "\"b   \""},
         {"text", {"Z", "a", "ä"}, std::string{""}, "\"ä\""},
         {"level", {"low", "high", "average"}, std::string{"low"}, "\"average\""},
         {"interval", {"1 day", "25:00:00", "1 mon"}, std::string{"1 hour"}, "\"1 mon\""},
         {"inet", {"10.0.0.1", "10.0.0.2", "10.0.1.0"}, std::string{"0.0.0.0"}, "\"10.0.1.0\""},
         {"boolean", {"false", "false", "true"}, false, "true"},
       }) {
    INFO(x.type);
    schema.session.run("DROP TABLE IF EXISTS typed");
    schema.session.run("CREATE TABLE typed (id int, c " + x.type + ")");
    for (size_t i = 0; i < x.values.size(); ++i) {
      schema.session.run("INSERT INTO typed VALUES (" + std::to_string(i) + ", '" + x.values[i]
                         + "')");
    }
    incremental_source source{schema.address(), "SELECT * FROM typed", "c", x.initial, 1};
    auto first = source.run();
    CHECK(id_text(first).size() == 6);
    CHECK(id_text(first).ends_with("2,"));
    CHECK_THAT(last_bookmark(first), Catch::StartsWith("{\"value\":" + x.stored + ","));
    CHECK(id_text(source.run(first.bookmarks[1])) == "2,");
    CHECK(id_text(source.run(last_bookmark(first))).empty());
  }
}

TEST_CASE("the server's collation orders a text cursor, not ours", "[P19]") {
  test::postgres_schema schema{"collated"};
  schema.session.run("CREATE COLLATION upper_last (provider = icu, locale = 'und-u-kf-lower')");
  schema.session.run("CREATE TABLE t (id int, c text COLLATE upper_last)");
  schema.session.run("INSERT INTO t VALUES (1, 'b'), (2, 'A'), (3, 'a'), (4, 'B')");
  incremental_source source{schema.address(), "SELECT * FROM t", "c", std::string{""}};
  source.batch_size = 1;
  auto run = source.run();
  CHECK(id_text(run) == "3,2,1,4,");
  CHECK(id_text(source.run(run.bookmarks[1])) == "1,4,");
  schema.session.run("INSERT INTO t VALUES (5, 'C')");
  CHECK(id_text(source.run(last_bookmark(run))) == "5,");
}

TEST_CASE("the token stands for the bookmark within a PostgreSQL query", "[P22][P13]") {
  test::postgres_schema schema{"tokens"};
  create_events(schema);
  auto events = events_of(schema);
  events.query = "WITH recent AS (SELECT * FROM events WHERE updated_at >= ${bookmark}) "
                 "SELECT id, v, updated_at FROM recent WHERE '${bookmark}' <= updated_at AND "
                 "v <> $$x$$; -- ${bookmark}";
  auto first = events.run();
  CHECK(id_text(first).size() == 10);
  CHECK(id_text(events.run(last_bookmark(first))).empty());
}

TEST_CASE("params and the bookmark of a PostgreSQL query are bound side by side") {
  test::postgres_schema schema{"side_by_side"};
  create_events(schema);
  auto config =
    test::postgres_config(schema.address(), "SELECT id, $2::text AS note FROM events "
                                            "WHERE updated_at >= ${bookmark} AND id <> $1");
  config.push_back(entry("params", node::list_type{node{int64_t{2}}, node{std::string{"n"}}}));
  config.push_back(entry("replication", node::map_type{
                                          entry("type", std::string{"incremental"}),
                                          entry("column", std::string{"id"}),
                                          entry("initial_value", int64_t{1}),
                                        }));
  // The token has the type of the cursor: a timestamp is not compared with an integer.
  CHECK_THAT(test::run(postgres_source(), config).error,
             Catch::Contains("timestamp with time zone >= integer"));
  config[1] = entry("query", std::string{"SELECT id, $2::text AS note FROM events "
                                         "WHERE id >= ${bookmark} AND id <> $1"});
  CHECK(test::run(postgres_source(), config).records
        == "{\"id\":1,\"note\":\"n\"}\n{\"id\":3,\"note\":\"n\"}\n{\"id\":4,\"note\":\"n\"}\n"
           "{\"id\":5,\"note\":\"n\"}\n{\"id\":6,\"note\":\"n\"}\n");
}

TEST_CASE("references to other rows are bound in a PostgreSQL query, never spliced", "[P109]") {
  test::postgres_schema schema{"row_references"};
  schema.session.run("CREATE TABLE t (id int, name text)");
  schema.session.run("INSERT INTO t VALUES (1, 'x'), (2, '1 OR 1=1')");
  auto read = [&](node::content_type id, const std::string& name) {
    auto query = node::map_type{
      entry("text", std::string{"SELECT id FROM t WHERE id = ${p.id} OR name = '${p.name}'"}),
      entry("values", node::map_type{entry("${p.id}", std::move(id)), entry("${p.name}", name)}),
    };
    auto run = test::run(postgres_source(), {entry("connection_url", schema.address()),
                                             entry("query", std::move(query))});
    return run.error.empty() ? run.records : run.error;
  };
  CHECK(read(int64_t{7}, "x' OR '1'='1").empty());
  CHECK(read(int64_t{7}, "1 OR 1=1") == "{\"id\":2}\n");
  CHECK(read(int64_t{1}, "y") == "{\"id\":1}\n");
  CHECK_THAT(read(std::string{"1 OR 1=1"}, "y"), Catch::Contains("invalid input syntax"));
}

TEST_CASE("rows without a cursor are never read") {
  test::postgres_schema schema{"null_cursors"};
  schema.session.run("CREATE TABLE t (id int, c int)");
  schema.session.run("INSERT INTO t VALUES (1, 5), (2, NULL), (3, 6)");
  incremental_source source{schema.address(), "SELECT * FROM t", "c", int64_t{0}};
  CHECK(id_text(source.run()) == "1,3,");
}

TEST_CASE("an empty first read stores no bookmark") {
  test::postgres_schema schema{"empty_read"};
  schema.session.run("CREATE TABLE t (id int)");
  incremental_source source{schema.address(), "SELECT * FROM t", "id", int64_t{0}};
  auto run = source.run();
  CHECK(run.bookmarks.empty());
  CHECK(run.page_sizes.empty());
}

TEST_CASE("a cursor column that the query lacks, or that cannot be one, is named", "[P20][P23]") {
  auto error = [](const std::string& query, const std::string& column, node::content_type initial) {
    auto config = test::postgres_config(test::postgres_address(), query);
    config.push_back(entry("replication", node::map_type{
                                            entry("type", std::string{"incremental"}),
                                            entry("column", column),
                                            entry("initial_value", std::move(initial)),
                                          }));
    return test::run(postgres_source(), std::move(config)).error;
  };
  CHECK(error("SELECT 1 AS a, 2 AS b", "updated_at", int64_t{1})
        == "replication.column: the query has no output column \"updated_at\"; it has a, b");
  CHECK(error("SELECT ARRAY[1] AS a", "a", int64_t{1})
        == "column \"a\": a column of type integer[] cannot be a cursor");
  CHECK(error("SELECT 1::bigint AS a", "a", uint64_t{18446744073709551615U})
        == "column \"a\": 18446744073709551615 does not fit the type bigint");
  CHECK_THAT(error("SELECT 1 AS a", "a", std::string{"yesterday"}),
             Catch::Contains("invalid input syntax for type integer: \"yesterday\""));
  CHECK_THAT(error("SELECT 1 AS a WHERE 2 > ${bookmark}", "a", int64_t{1}), Catch::Contains(">="));
}
