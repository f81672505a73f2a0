#include "config/document.hpp"
#include "config/json_schema.hpp"
#include "config/sql_query.hpp"
#include "tests/catch.hpp"
#include "tests/config/node_text.hpp"

using namespace faucet;

namespace {

struct query_reading {
  sql_query query;
};

void fields(option_visitor& v, query_reading& x) {
  v.field("query", x.query, required, "What to read.");
}

expected<query_reading> read_query(std::string_view config) {
  query_reading result;
  auto tree = parse_document(config, "test.json").value();
  if (auto ok = read_options(tree, result, "source"); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

} // namespace

TEST_CASE("a query is a string in files and has nothing to bind") {
  auto plain = read_query(R"({"query": "SELECT * FROM t WHERE a = ${p.id}"})").value().query;
  CHECK(plain.text == "SELECT * FROM t WHERE a = ${p.id}");
  CHECK(plain.values.empty());
}

TEST_CASE("what the references of a query stand for comes beside its text") {
  auto bound = read_query(R"({"query": {"text": "SELECT ${p.id}, ${p.at}",
                                  "values": {"${p.id}": 18446744073709551615, "${p.at}": null}}})")
                 .value()
                 .query;
  CHECK(bound.text == "SELECT ${p.id}, ${p.at}");
  REQUIRE(bound.values.size() == 2);
  CHECK(bound.values[0].token == "${p.id}");
  CHECK(node_text(bound.values[0].value) == "18446744073709551615");
  CHECK(bound.values[1].token == "${p.at}");
  CHECK(bound.values[1].value.is_null());
}

TEST_CASE("a query that is no text, and a value that is no scalar, are refused by name") {
  for (const auto* wrong : {"7", "[]", "{}", R"({"text": "x"})", R"({"text": "x", "values": []})",
                            R"({"text": "x", "values": {}, "more": 1})"}) {
    INFO(wrong);
    auto refused = read_query(R"({"query": )" + std::string{wrong} + "}");
    REQUIRE(!refused);
    CHECK(refused.error().what.starts_with("query: expected a string, found "));
    CHECK(refused.error().which == "test.json:1");
  }
  auto list = read_query(R"({"query": {"text": "${p.ids}", "values": {"${p.ids}": [1]}}})");
  REQUIRE(!list);
  CHECK(list.error().what == "${p.ids}: expected a single value to bind in query, found list");
}

TEST_CASE("the schema of a query is that of a string, and marks it as SQL") {
  auto described = describe_options<query_reading>();
  CHECK(described.options.at(0).type.sql);
  CHECK(!option_type<std::string>::describe().sql);
  CHECK(options_schema({"sqlite", "Reads.", described}, "source").find(R"("type": "string")")
        != std::string::npos);
}
