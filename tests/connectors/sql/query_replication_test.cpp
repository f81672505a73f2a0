#include "config/document.hpp"
#include "config/json_schema.hpp"
#include "connectors/sql/query_replication.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"

using namespace faucet;

namespace {

struct query_options {
  sql_query query;
  query_replication replication;
};

void fields(option_visitor& v, query_options& x) {
  v.field("query", x.query, required, "What to read.");
  v.field("replication", x.replication, query_replication{}, "What a run reads.");
}

/// What is read, or the message of the refusal.
expected<query_options> read_query_options(const std::string& yaml) {
  auto config = parse_document(yaml, "p.yaml").value();
  query_options result;
  if (auto ok = read_options(config, result, "source"); !ok) {
    return fail(std::move(ok));
  }
  auto query = check_query(result.query, result.replication, postgres_sql, "${bookmark}", config);
  if (!query) {
    return fail(std::move(query));
  }
  return result;
}

std::string option_refusal(const std::string& yaml) {
  auto result = read_query_options(yaml);
  return result ? "accepted" : render(result.error());
}

} // namespace

TEST_CASE("a source reads everything unless it is told to read incrementally") {
  CHECK(!read_query_options("query: SELECT 1").value().replication.is_incremental());
  CHECK(!read_query_options("query: SELECT 1\nreplication: {type: full}")
           .value()
           .replication.is_incremental());
  auto incremental =
    read_query_options("query: SELECT 1\n"
                       "replication: {type: incremental, column: ts, initial_value: 7}")
      .value()
      .replication;
  CHECK(incremental.is_incremental());
  CHECK(incremental.column == "ts");
  CHECK(node_text(incremental.initial_value) == "7");
}

TEST_CASE("a replication block that says too little or too much is refused") {
  auto with = [](const std::string& block) {
    return option_refusal("query: SELECT 1\nreplication: " + block);
  };
  CHECK(with("{}") == "p.yaml:2: missing required key \"type\" of replication");
  CHECK(with("incremental")
        == "p.yaml:2: replication: expected a map, found string \"incremental\"");
  CHECK(with("{type: Incremental}").find("one of full, incremental") != std::string::npos);
  CHECK(with("{type: incremental, column: ts}")
        == "p.yaml:2: missing required key \"initial_value\" of replication");
  CHECK(with("{type: incremental, initial_value: 1}")
        == "p.yaml:2: missing required key \"column\" of replication");
  CHECK(with("{type: incremental, column: '', initial_value: 1}")
        == "p.yaml:2: replication.column must not be empty");
  CHECK(with("{type: incremental, column: ts, initial_value: null}")
        == "p.yaml:2: replication.initial_value: expected a text or a number, found null");
  CHECK(with("{type: full, column: ts}").find("unknown") != std::string::npos);
}

TEST_CASE("a query is checked against its replication at load, with its line") {
  const std::string incremental =
    "replication: {type: incremental, column: ts, initial_value: 1}\n";
  CHECK(option_refusal(incremental + "query: SELECT * FROM t WHERE ts > ${bookmark}")
          .starts_with("p.yaml:2: compare with >= ${bookmark}"));
  CHECK(option_refusal(incremental + "query: SELECT * FROM t WHERE ts >= ${bookmark}")
        == "accepted");
  CHECK(option_refusal("query: SELECT * FROM t WHERE ts >= ${bookmark}")
        == "p.yaml:1: the query uses ${bookmark}, which only \"replication: {type: incremental, "
           "…}\" gives a value");
  CHECK(option_refusal("query: SELECT 1; SELECT 2")
          .starts_with("p.yaml:1: the query holds more than one"));
}

TEST_CASE("the schema of a replication block tells its variants apart") {
  auto schema = options_schema({"postgres", "Reads.", describe_options<query_options>()}, "source");
  CHECK(schema.find(R"("const": "incremental")") != std::string::npos);
  CHECK(schema.find(R"("initial_value")") != std::string::npos);
}
