#include "connectors/formats/json_parser.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

struct one_parser {
  json_parser parser;
  page_builder builder;

  value read(std::string_view text) {
    auto result = parser.parse(text, builder);
    INFO(text.substr(0, 100));
    if (!result) {
      FAIL(render(result.error()));
    }
    return *result;
  }

  std::string refuse(std::string_view text) {
    auto result = parser.parse(text, builder);
    INFO(text.substr(0, 100));
    REQUIRE_FALSE(result);
    return result.error().what;
  }
};

} // namespace

TEST_CASE_METHOD(one_parser, "JSON numbers keep every digit", "[P125]") {
  CHECK(read("9223372036854775807").as_int() == INT64_MAX);
  CHECK(read("-9223372036854775808").as_int() == INT64_MIN);
  CHECK(read("9223372036854775808").as_uint() == 9223372036854775808ULL);
  CHECK(read("18446744073709551615").kind() == kind::uint64);
  for (auto text : {"18446744073709551616", "-9223372036854775809", "-0", "1.0", "0.10", "1e5",
                    "1E-7", "-1.5e+300", "1e999", "123456789012345678901234567890.5"}) {
    CHECK(read(text).kind() == kind::decimal);
    CHECK(read(text).as_text() == text);
    CHECK(read("[" + std::string{text} + " ]").as_list()[0].as_text() == text);
  }
}

TEST_CASE_METHOD(one_parser, "what is no JSON number is refused") {
  for (auto text : {"01", "-", "+1", "1.", ".5", "1e", "1e+", "0x1", "NaN", "Infinity", "1 2",
                    "1_000", "--1", "1-", "nul", "nulll", "True", "truefalse"}) {
    refuse(text);
    refuse("[" + std::string{text} + "]");
    refuse("{\"a\":" + std::string{text} + "}");
  }
}

TEST_CASE_METHOD(one_parser, "JSON values of every kind are read") {
  auto row = read(R"( {"n":null, "t":true,"f":false,"i":-7,"s":"a\"b\\cé","l":[1,[],{}],"":"e"} )");
  auto object = row.as_object();
  REQUIRE(object.size() == 7);
  CHECK(object.find("n")->is_null());
  CHECK(object.find("t")->as_bool());
  CHECK_FALSE(object.find("f")->as_bool());
  CHECK(object.find("i")->as_int() == -7);
  CHECK(object.find("s")->as_text() == "a\"b\\c\u00e9");
  REQUIRE(object.find("l")->as_list().size() == 3);
  CHECK(object.find("l")->as_list()[1].as_list().empty());
  CHECK(object.find("l")->as_list()[2].as_object().size() == 0);
  CHECK(object.find("")->as_text() == "e");
}

TEST_CASE_METHOD(one_parser, "strings may hold any character, escaped or not") {
  CHECK(read(R"("a\u0000b")").as_text() == std::string_view("a\0b", 3));
  CHECK(read(R"(["\uD83D\uDE00 \/ \b\f\n\r\t"])").as_list()[0].as_text()
        == "\U0001F600 / \b\f\n\r\t");
  CHECK(read("[\"\xf0\x9f\x98\x80\"]").as_list()[0].as_text() == "\U0001F600");
  CHECK(read(R"({"k\u0065y":1})").as_object().name(0) == "key");
  CHECK(read(R"({"a\"b":1})").as_object().name(0) == "a\"b");
  CHECK(read(R"({"a\"b":1})").as_object().name(0) == "a\"b");
}

TEST_CASE_METHOD(one_parser, "broken strings are refused") {
  CHECK(refuse("\"\xff\"") == "invalid UTF-8");
  CHECK(refuse("{\"\xc3\":1}") == "invalid UTF-8");
  for (auto text : {R"(["\uD83D"])", R"(["\uD83Dx"])", R"(["\uDE00"])", R"(["\uD83D\u0041"])",
                    R"(["\x"])", R"(["\u12"])", R"({"\uD83D":1})", R"("\uDE00")", "[\"a\nb\"]",
                    R"("abc)", R"(["abc])", R"("a" "b")", R"("a"b)", R"(["a"b])"}) {
    refuse(text);
  }
}

TEST_CASE_METHOD(one_parser, "broken structure is refused") {
  for (auto text : {"",           "  ",          "[",
                    "]",          "{",           "}",
                    "[1,]",       "[,1]",        "[1 2]",
                    "{\"a\"}",    "{\"a\":}",    "{\"a\":1,}",
                    "{,}",        "{a:1}",       "{\"a\" 1}",
                    "[1]]",       "[[1]",        "{\"a\":[1}",
                    "{\"a\":1}}", "{\"a\":1} x", "{\"a\":1}{\"b\":2}",
                    "[1}",        "{]",          "[:]",
                    "[{]}",       "// c\n1",     "{\"a\":1 \"b\":2}",
                    "{1:2}",      "[\"a\":[1]]", "[1,\"a\":[1}[]]",
                    "[\"a\":1]"}) {
    refuse(text);
  }
}

TEST_CASE_METHOD(one_parser, "of duplicate keys the last value wins at the first place") {
  auto row = read(R"({"a":1,"b":2,"a":3})");
  REQUIRE(row.as_object().size() == 2);
  CHECK(row.as_object().name(0) == "a");
  CHECK(row.as_object()[0].as_int() == 3);
  CHECK(row.as_object()[1].as_int() == 2);
  std::string many = "{";
  for (int i = 0; i < 100; ++i) {
    many += (i == 0 ? "\"k" : ",\"k") + std::to_string(i % 50) + "\":" + std::to_string(i);
  }
  auto wide = read(many + "}").as_object();
  REQUIRE(wide.size() == 50);
  CHECK(wide.name(7) == "k7");
  CHECK(wide[7].as_int() == 57);
  // The same text again, when its first keys are those of a known shape.
  CHECK(read(R"({"a":1,"b":2,"a":3})").as_object().size() == 2);
  CHECK(read(R"({"a":1,"b":2})").as_object().size() == 2);
  CHECK(read(R"({"a":1,"b":2,"b":3})").as_object().size() == 2);
}

TEST_CASE_METHOD(one_parser, "objects with the same keys share a shape") {
  auto first = read(R"({"a":1,"b":{"c":2}})").as_object();
  auto second = read(R"({"a":5,"b":{"c":6}})").as_object();
  CHECK(&first.fields() == &second.fields());
  CHECK(&first[1].as_object().fields() == &second[1].as_object().fields());
  CHECK(read(R"({"a":1})").as_object().size() == 1);
  CHECK(read(R"({"a":1,"b":2,"c":3})").as_object().name(2) == "c");
  CHECK(read(R"({"b":1,"a":2})").as_object().name(0) == "b");
  CHECK(read(R"({"a\\":1})").as_object().name(0) == "a\\");
  CHECK(read(R"({"a\"":1})").as_object().name(0) == "a\"");
  CHECK(read(R"({"a":{"x":1},"b":[{"y":1},{"z":1,"y":2}]})").as_object().size() == 2);
}

TEST_CASE_METHOD(one_parser, "a key that holds quotes is not taken for several") {
  CHECK(read(R"({"a\":\"b":1})").as_object().name(0) == R"(a":"b)");
  CHECK(read(R"({"a":"b"})").as_object().name(0) == "a");
  CHECK(read(R"({"a":"b"})").as_object()[0].as_text() == "b");
}

TEST_CASE_METHOD(one_parser, "deep nesting is refused without touching the stack's end") {
  auto nested = [](size_t depth, char open, char close) {
    return std::string(depth, open) + std::string(depth, close);
  };
  read(nested(json_parser::max_depth, '[', ']'));
  CHECK(refuse(nested(json_parser::max_depth + 1, '[', ']')).find("nested too deeply")
        != std::string::npos);
  refuse(nested(1'000'000, '[', ']'));
  std::string objects;
  for (int i = 0; i < 100'000; ++i) {
    objects += "{\"a\":";
  }
  refuse(objects + "1" + std::string(100'000, '}'));
}

TEST_CASE_METHOD(one_parser, "an error leaves the parser usable") {
  refuse(R"({"a":[1,{"b":)");
  refuse(R"({"a":[1,{"b":x}]})");
  CHECK(read(R"({"a":1})").as_object().size() == 1);
}

TEST_CASE_METHOD(one_parser, "text in place may be followed by anything") {
  std::string memory = R"({"a":[1,"x"]}]}"trailing)" + std::string(json_parser::padding, '}');
  auto text = std::string_view{memory}.substr(0, 13);
  auto result = parser.parse_in_place(text, builder);
  REQUIRE(result);
  CHECK(result->as_object()[0].as_list()[1].as_text() == "x");
  CHECK_FALSE(parser.parse_in_place(text.substr(0, 12), builder));
  CHECK_FALSE(parser.parse_in_place(text.substr(0, 6), builder));
  std::string comma = "[1,[]" + std::string(json_parser::padding, ',');
  CHECK_FALSE(parser.parse_in_place(std::string_view{comma}.substr(0, 5), builder));
  std::string line = "[\"x\"]\n" + std::string(json_parser::padding, ']');
  auto in_place = parser.parse_in_place(std::string_view{line}.substr(0, 5), builder);
  CHECK(in_place->as_list()[0].as_text().data() == line.data() + 2);
}
