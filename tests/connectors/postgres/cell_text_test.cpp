#include "connectors/formats/json_parser.hpp"
#include "connectors/postgres/cell_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string text_of(pg_column_kind kind, const value& cell,
                    binary_encoding encoding = binary_encoding::base64) {
  pg_cell_text texts{encoding};
  byte_buffer out;
  pg_column column{.kind = kind};
  if (kind == pg_column_kind::array) {
    column.item_kind = pg_column_kind::text;
  }
  auto ok = texts.append(out, column, cell);
  return ok ? std::string{out.view()} : "! " + ok.error().what;
}

std::string text_of_json(pg_column_kind kind, std::string_view json) {
  page_builder memory;
  json_parser parser;
  auto cell = parser.parse(json, memory);
  REQUIRE(cell);
  return text_of(kind, *cell);
}

} // namespace

TEST_CASE("a text column gets strings unquoted and everything else as JSON", "[P131]") {
  using enum pg_column_kind;
  CHECK(text_of_json(text, R"("a \"b\"")") == R"(a "b")");
  CHECK(text_of_json(text, "true") == "true");
  CHECK(text_of_json(text, R"({"a":[1,"x"]})") == R"({"a":[1,"x"]})");
  CHECK(text_of(text, value::of_bytes("hi")) == "aGk=");
}

TEST_CASE("a json column gets JSON, also of a string", "[P131]") {
  using enum pg_column_kind;
  CHECK(text_of_json(json, R"("a")") == R"("a")");
  CHECK(text_of_json(json, R"({"a":12345678901234567890123.50})")
        == R"({"a":12345678901234567890123.50})");
  CHECK(text_of(json, value::of_bytes("hi")) == R"("aGk=")");
}

TEST_CASE("numbers reach the server with every digit") {
  using enum pg_column_kind;
  CHECK(text_of_json(other, "123456789012345678901234567890.10")
        == "123456789012345678901234567890.10");
  CHECK(text_of_json(other, "-1.5e-300") == "-1.5e-300");
  CHECK(text_of_json(other, "18446744073709551615") == "18446744073709551615");
}

TEST_CASE("an integer column gets whole numbers as digits, others for the server to refuse",
          "[P289]") {
  using enum pg_column_kind;
  CHECK(text_of_json(integer, "9223372036854775807") == "9223372036854775807");
  CHECK(text_of_json(integer, "5.0") == "5");
  CHECK(text_of_json(integer, "-1.20e3") == "-1200");
  CHECK(text_of_json(integer, "0.0") == "0");
  CHECK(text_of_json(integer, "1.5") == "1.5");
  CHECK(text_of_json(integer, "1e30") == "1e30");
  CHECK(text_of(integer, value::of_double(1e15)) == "1000000000000000");
  CHECK(text_of(integer, value::of_double(0.25)) == "0.25");
}

TEST_CASE("an integer above bigint is refused for an integer column", "[P23]") {
  using enum pg_column_kind;
  CHECK(text_of_json(integer, "9223372036854775808")
        == "! 9223372036854775808 is beyond the range of a bigint");
}

TEST_CASE("a bytea column gets bytes, and strings by the encoding") {
  using enum pg_column_kind;
  CHECK(text_of(bytes, value::of_bytes(std::string_view{"\0\xff", 2})) == "\\x00ff");
  CHECK(text_of(bytes, value::of_string("aGk=")) == "\\x6869");
  CHECK(text_of(bytes, value::of_string("aG\nk=\n")) == "\\x6869");
  CHECK(text_of(bytes, value::of_string("")) == "\\x");
  for (const auto* bad : {"hi!", "aGk", "aGl=", "a===", "=aGk", "aGk=aGk=", "aG k="}) {
    INFO(bad);
    CHECK(text_of(bytes, value::of_string(bad)) == "! the text is no base64 (see binary_encoding)");
  }
  CHECK(text_of(bytes, value::of_string("aGk="), binary_encoding::text) == "\\x61476b3d");
  CHECK(text_of(bytes, value::of_string("aGk="), binary_encoding::automatic) == "\\x6869");
  CHECK(text_of(bytes, value::of_string("hi"), binary_encoding::automatic) == "\\x6869");
}

TEST_CASE("a list becomes an array of the server, nested and quoted") {
  using enum pg_column_kind;
  CHECK(text_of_json(array, "[]") == "{}");
  CHECK(text_of_json(array, R"([1,null,"NULL","a\"b\\c",""])")
        == R"({"1",NULL,"NULL","a\"b\\c",""})");
  CHECK(text_of_json(array, "[[1,2],[3,4]]") == R"({{"1","2"},{"3","4"}})");
  CHECK(text_of_json(array, R"([{"a":"x"}])") == R"({"{\"a\":\"x\"}"})");
  CHECK(text_of_json(array, R"("{1,2}")") == "{1,2}");
}
