#include "model/json_writer.hpp"
#include "model/page_builder.hpp"
#include "tests/catch.hpp"

#include <limits>

using namespace faucet;

namespace {

std::string json(const value& x) {
  std::string result;
  append_json(result, x);
  return result;
}

std::string json(double x) {
  return json(value::of_double(x));
}

/// What escaping means, byte by byte.
std::string escaped_slowly(std::string_view text) {
  std::string result = "\"";
  for (unsigned char c : text) {
    static constexpr std::string_view from = "\b\f\n\r\t\"\\";
    static constexpr std::string_view to = "bfnrt\"\\";
    auto at = from.find(static_cast<char>(c));
    if (at != std::string_view::npos) {
      result += {'\\', to[at]};
    } else if (c < 0x20) {
      char code[8];
      std::snprintf(code, sizeof code, "\\u%04x", c);
      result += code;
    } else {
      result += static_cast<char>(c);
    }
  }
  return result + "\"";
}

} // namespace

TEST_CASE("only quotes, backslashes and control characters are escaped") {
  CHECK(json(value::of_string("a\"b\\c\b\f\n\r\t\x01\x1f/\x7f"))
        == R"("a\"b\\c\b\f\n\r\t\u0001\u001f/)"
           "\x7f\"");
  CHECK(json(value::of_string("é\u2028𝄞")) == "\"é\u2028𝄞\"");
}

TEST_CASE("text of any length and any mix of bytes is escaped alike") {
  uint32_t state = 1;
  for (size_t size = 0; size < 200; ++size) {
    for (uint32_t density : {1U, 4U, 40U}) {
      auto text = std::make_unique<char[]>(size); // exact size: a read behind it is caught
      for (size_t i = 0; i < size; ++i) {
        state = state * 1664525 + 1013904223;
        static constexpr std::string_view special = "\"\\\n\x01";
        auto pick = state >> 16;
        text[i] = pick % density == 0 ? special[pick / density % special.size()]
                                      : static_cast<char>(0x20 + pick % 0xe0);
      }
      std::string_view view{text.get(), size};
      REQUIRE(json(value::of_string(view)) == escaped_slowly(view));
    }
  }
}

TEST_CASE("text longer than a piece is escaped whole") {
  std::string text(300'000, '"');
  text[150'000] = 'x';
  CHECK(json(value::of_string(text)) == escaped_slowly(text));
}

TEST_CASE("numbers are written with all their digits") {
  CHECK(json(value::of_int(std::numeric_limits<int64_t>::min())) == "-9223372036854775808");
  CHECK(json(value::of_uint(std::numeric_limits<uint64_t>::max())) == "18446744073709551615");
  CHECK(json(value::of_decimal("-0.10e+400")) == "-0.10e+400");
  CHECK(json(value::of_bool(true)) == "true");
  CHECK(json(value{}) == "null");
}

TEST_CASE("a computed number looks like a fraction and reads back as itself") {
  CHECK(json(1.0) == "1.0");
  CHECK(json(-0.0) == "-0.0");
  CHECK(json(0.1) == "0.1");
  CHECK(json(100000.0) == "100000.0");
  CHECK(json(1234.5678) == "1234.5678");
  CHECK(json(1e15) == "1000000000000000.0");
  CHECK(json(1e16) == "1e16");
  CHECK(json(1.5e300) == "1.5e300");
  CHECK(json(0.00001) == "0.00001");
  CHECK(json(0.0000015) == "1.5e-6");
  CHECK(json(5e-324) == "5e-324");
  CHECK(json(std::numeric_limits<double>::max()) == "1.7976931348623157e308");
}

TEST_CASE("bytes are written as base64") {
  CHECK(json(value::of_bytes("")) == R"("")");
  CHECK(json(value::of_bytes("f")) == R"("Zg==")");
  CHECK(json(value::of_bytes("fo")) == R"("Zm8=")");
  CHECK(json(value::of_bytes("\xff\xfe\xfd")) == R"("//79")");
}

TEST_CASE("nested values are compact, or indented by two spaces") {
  page_builder builder;
  auto none = builder.object(make_shape({}), {});
  std::vector<value> items{value::of_int(1), none, builder.list({})};
  std::vector<value> cells{builder.list(items), builder.string("x")};
  auto row = builder.object(make_shape({"a", "b \"q\""}), cells);
  CHECK(json(row) == R"({"a":[1,{},[]],"b \"q\"":"x"})");
  byte_buffer pretty;
  append_indented_json(pretty, row);
  CHECK(pretty.view()
        == "{\n  \"a\": [\n    1,\n    {},\n    []\n  ],\n  \"b \\\"q\\\"\": \"x\"\n}");
}

TEST_CASE("more shapes than the writer remembers are written right, nested ones too") {
  page_builder builder;
  std::string expected_lines;
  for (int i = 0; i < 600; ++i) {
    auto name = "k" + std::to_string(i % 500);
    std::vector<value> inner{value::of_int(i)};
    std::vector<value> outer{builder.object(make_shape({name}), inner), value::of_int(i)};
    builder.add(builder.object(make_shape({"in", "n"}), outer));
    auto number = std::to_string(i);
    expected_lines += R"({"in":{")" + name + "\":" + number + R"(},"n":)" + number + "}\n";
  }
  auto rows = builder.finish();
  byte_buffer out;
  json_writer writer;
  writer.append_lines(out, rows.rows());
  CHECK(out.view() == expected_lines);
}
