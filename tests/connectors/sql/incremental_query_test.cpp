#include "connectors/sql/incremental_query.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

constexpr std::string_view bookmark_token = "${bookmark}";

std::string question_mark(std::string_view, size_t number) {
  return "?" + std::to_string(number);
}

query_text scanned(std::string text) {
  return query_text::scan(std::move(text), postgres_sql, bookmark_token).value();
}

} // namespace

TEST_CASE("a query is wrapped in a filter and an order by its cursor") {
  auto query = scanned("SELECT id, ts FROM t; -- all");
  auto wrapped = number_incremental_query(query, "ts", bookmark_token, 1, question_mark);
  CHECK(wrapped.sql
        == R"(SELECT * FROM (SELECT id, ts FROM t) AS q WHERE q."ts" >= ?1 ORDER BY q."ts")");
  CHECK(wrapped.parameters == std::vector<std::string>{"${bookmark}"});
}

TEST_CASE("a token used twice is one parameter, behind those the query was written with") {
  auto query = scanned("SELECT * FROM t WHERE a = $1 AND ts >= ${bookmark} AND id = ${p.id} AND "
                       "b >= ${bookmark} AND c = $2");
  auto cast = [](std::string_view token, size_t number) {
    auto parameter = "$" + std::to_string(number);
    return token == bookmark_token ? "CAST(" + parameter + " AS timestamptz)" : parameter;
  };
  auto wrapped = number_incremental_query(query, "ts", bookmark_token, 3, cast);
  CHECK(wrapped.sql
        == "SELECT * FROM (SELECT * FROM t WHERE a = $1 AND ts >= CAST($3 AS timestamptz) AND id = "
           "$4 AND b >= CAST($3 AS timestamptz) AND c = $2) AS q WHERE q.\"ts\" >= CAST($3 AS "
           "timestamptz) ORDER BY q.\"ts\"");
  CHECK(wrapped.parameters == std::vector<std::string>{"${bookmark}", "${p.id}"});
}

TEST_CASE("a query without a cursor is numbered and left as it is") {
  auto plain = number_query(scanned("SELECT '${p.id}', ${p.name}, ${p.id}"), 1, question_mark);
  CHECK(plain.sql == "SELECT ?1, ?2, ?1");
  CHECK(plain.parameters == std::vector<std::string>{"${p.id}", "${p.name}"});
}

TEST_CASE("a cursor column is quoted, so that its name is never read as SQL") {
  auto numbered = number_incremental_query(scanned("SELECT 1"), R"(a" OR 1=1 --)", "${bookmark}", 1,
                                           question_mark);
  CHECK_THAT(numbered.sql, Catch::EndsWith(R"(ORDER BY q."a"" OR 1=1 --")"));
}
