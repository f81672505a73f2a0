#include "connectors/postgres/copy_rows.hpp"
#include "connectors/postgres/copy_text.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::string copied(std::string_view text) {
  byte_buffer out;
  return append_copied(out, text) ? std::string{out.view()} : "refused";
}

} // namespace

TEST_CASE("text for COPY has its line ends, tabs and backslashes escaped at any place") {
  CHECK(copied("") == "");
  CHECK(copied("\\N") == "\\\\N");
  CHECK(copied("a\tb\nc\rd\\") == "a\\tb\\nc\\rd\\\\");
  CHECK(copied("\v\f\x01\x7f") == "\v\f\x01\x7f");
  CHECK(copied("\xc3\xa9\xff\x8a\x8d\x89") == "\xc3\xa9\xff\x8a\x8d\x89");
  for (size_t at = 0; at < 20; ++at) {
    std::string text(20, '[');
    text[at] = '\n';
    auto expected = std::string(at, '[') + "\\n" + std::string(19 - at, '[');
    CHECK(copied(text) == expected);
    text[at] = '\\';
    CHECK(copied(text) == std::string(at, '[') + "\\\\" + std::string(19 - at, '['));
    text[at] = '\0';
    CHECK(copied(text) == "refused");
  }
}

TEST_CASE("the place of a failed COPY is read from what the server says") {
  auto place = find_copied_place("COPY people, line 17, column a, b: \"x: y\"");
  REQUIRE(place);
  CHECK(place->line == 17);
  CHECK(place->column == "a, b");
  place = find_copied_place("PL/pgSQL function f() line 3 at RAISE COPY t, line 2: \"1\"");
  REQUIRE(place);
  CHECK(place->line == 2);
  CHECK(place->column.empty());
  CHECK_FALSE(find_copied_place(""));
  CHECK_FALSE(find_copied_place("COPY people, line x"));
}
