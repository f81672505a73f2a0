#include "config/json_reader.hpp"
#include "config/to_value.hpp"
#include "model/json_writer.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("JSON numbers that no double holds are kept as they are written") {
  auto many = std::string(400, '9');
  for (const auto& json : {std::string{"1e400"}, std::string{"-1.50E+4000"}, many, many + ".5",
                           "[" + many + R"(,{"1e400":"1e400","b":[-2e-9999]}])"}) {
    INFO(json);
    auto read = read_json(json, nullptr);
    REQUIRE(read);
    page_builder memory;
    std::string written;
    append_json(written, to_value(*read, memory));
    CHECK(written == json);
  }
}

TEST_CASE("what is no number in JSON is refused however long it is") {
  for (const auto* json : {"1e400e5", "01234567", "+12345", "12345.", ".12345", "1e+", "--12345",
                           "123 456", "12345x"}) {
    INFO(json);
    CHECK_FALSE(read_json(json, nullptr));
  }
}

TEST_CASE("a byte order mark is passed over, a NUL byte ends nothing") {
  auto marked = read_json("\xEF\xBB\xBF[10, 20]", nullptr);
  REQUIRE(marked);
  page_builder memory;
  std::string written;
  append_json(written, to_value(*marked, memory));
  CHECK(written == "[10,20]");
  auto refused = read_json(std::string_view{"{}\n\0 ]", 6}, nullptr);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().what == "not valid JSON: a NUL byte");
}
