#include "connectors/formats/json_parser.hpp"
#include "connectors/postgres/plain_key.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

bool is_plain(const pg_column& column, std::string_view json) {
  page_builder memory;
  auto cell = json_parser{}.parse(json, memory);
  REQUIRE(cell);
  return is_plain_key(column, *cell);
}

pg_column column_of(const char* type, pg_column_kind kind = pg_column_kind::other) {
  return {.name = "k", .type = type, .kind = kind};
}

} // namespace

TEST_CASE("a whole number is a plain key in the one form that a server would write") {
  for (const auto& column : {column_of("bigint", pg_column_kind::integer), column_of("numeric")}) {
    for (auto plain : {"0", "1", "-7", "\"12\"", "18446744073709551615"}) {
      CHECK(is_plain(column, plain));
    }
    for (auto other : {"\"01\"", "\"-0\"", "\"+1\"", "\" 1\"", "1.0", "1e2", "\"\"", "\"-\"",
                       "\"1_0\"", "true", "null", "[1]"}) {
      INFO(other);
      CHECK_FALSE(is_plain(column, other));
    }
  }
}

TEST_CASE("a text is a plain key unless its end or its collation may not count") {
  auto column = column_of("text", pg_column_kind::text);
  CHECK(is_plain(column, R"("a b")"));
  CHECK(is_plain(column, R"("")"));
  CHECK(is_plain(column, "7"));
  CHECK_FALSE(is_plain(column, R"("a ")"));
  column.folded = true;
  CHECK_FALSE(is_plain(column, R"("a")"));
  CHECK_FALSE(is_plain(column_of("name", pg_column_kind::text), R"("a")")); // cut at 63 bytes
}

TEST_CASE("other types have plain keys where one form is known to be theirs") {
  auto uuid = column_of("uuid");
  CHECK(is_plain(uuid, R"("a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11")"));
  CHECK_FALSE(is_plain(uuid, R"("A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11")"));
  CHECK_FALSE(is_plain(uuid, R"("a0eebc999c0b4ef8bb6d6bb9bd380a11")"));
  CHECK(is_plain(column_of("date"), R"("2026-01-02")"));
  CHECK_FALSE(is_plain(column_of("date"), R"("2026-1-2")"));
  CHECK(is_plain(column_of("boolean"), "true"));
  CHECK_FALSE(is_plain(column_of("boolean"), R"("t")"));
  CHECK_FALSE(is_plain(column_of("double precision"), "1"));
  CHECK_FALSE(is_plain(column_of("citext"), R"("a")"));
}
