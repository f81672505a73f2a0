#include "connectors/sql/column_inference.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/sink_run.hpp"

using namespace faucet;
using namespace faucet::test;
using columns = std::vector<inferred_column>;

namespace {

/// The kind of column that values of one field make.
column_kind kind_of(const std::vector<std::string>& values) {
  std::vector<std::string> records;
  for (const auto& x : values) {
    records.push_back(R"({"x":)" + x + "}");
  }
  return infer_columns(page_of(records)).at(0).kind;
}

} // namespace

TEST_CASE("columns are inferred from all records of a page and sorted by name") {
  CHECK(
    infer_columns(page_of({R"({"b":1,"a":"x"})", R"({"c":true,"a":null})", "7"}))
    == columns{{"a", column_kind::text}, {"b", column_kind::integer}, {"c", column_kind::boolean}});
  CHECK(infer_columns(page_of({"{}", "5"})).empty());
}

TEST_CASE("each kind of value has its kind of column") {
  CHECK(kind_of({"1", "-5", "null"}) == column_kind::integer);
  CHECK(kind_of({"1.5", "1e10"}) == column_kind::number);
  CHECK(kind_of({"true", "null", "false"}) == column_kind::boolean);
  CHECK(kind_of({"[1]", "{}", "null"}) == column_kind::json);
  CHECK(kind_of({R"("x")"}) == column_kind::text);
  CHECK(kind_of({"null", "null"}) == column_kind::text);
}

TEST_CASE("values of several kinds make a column of text, integers and fractions one of numbers") {
  CHECK(kind_of({"1", "2.5"}) == column_kind::number);
  CHECK(kind_of({"2.5", "1"}) == column_kind::number);
  CHECK(kind_of({"1", R"("x")"}) == column_kind::text);
  CHECK(kind_of({"{}", "1"}) == column_kind::text);
  CHECK(kind_of({"true", "1"}) == column_kind::text);
}

TEST_CASE("a column is text where a number would lose digits", "[P125]") {
  CHECK(kind_of({"9223372036854775807"}) == column_kind::integer);
  CHECK(kind_of({"9223372036854775808"}) == column_kind::text);
  CHECK(kind_of({"1", "18446744073709551616"}) == column_kind::text);
  CHECK(kind_of({"100000000000000000000"}) == column_kind::text);
  CHECK(kind_of({"0.1234567890123456789"}) == column_kind::text);
  CHECK(kind_of({"1.50", "0.1"}) == column_kind::number);
  CHECK(kind_of({"9007199254740993", "0.5"}) == column_kind::text);
  CHECK(kind_of({"0.5", "9007199254740993"}) == column_kind::text);
  CHECK(kind_of({"9007199254740993"}) == column_kind::integer);
  CHECK(kind_of({"1e999"}) == column_kind::text);
}
