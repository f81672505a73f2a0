#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

std::string value_cased(const std::string& mode, const std::string& text) {
  auto result = run_transform("value_case", R"({"fields":["v"],"mode":")" + mode + "\"}",
                              {"{\"v\":\"" + text + "\"}"})[0];
  return result.starts_with("{\"v\":\"") ? result.substr(6, result.size() - 8) : result;
}

} // namespace

TEST_CASE("value_case knows the letters of Unicode") {
  CHECK(value_cased("lower", "éCOLE Straße") == "école straße");
  CHECK(value_cased("lower", "İstanbul") == "i\u0307stanbul");
  CHECK(value_cased("lower", "𐐀") == "𐐨");
  CHECK(value_cased("upper", "éCOLE straße") == "ÉCOLE STRASSE");
  CHECK(value_cased("upper", "İı ﬁne ŉ ა ǆ ᾳ ᾀ ᾯ") == "İI FINE ʼN Ა Ǆ ΑΙ ἈΙ ὯΙ");
}

TEST_CASE("a sigma at the end of a word is a final one") {
  CHECK(value_cased("lower", "ΑΣ ΣΑΣ Σ ΑΣ. ΑΣΑ Α'Σ'Α") == "ας σας σ ας. ασα α'σ'α");
}

TEST_CASE("title makes the first letter of each word a capital, capitalize only the first") {
  CHECK(value_cased("title", "hello WORLD o'neil mc-donald") == "Hello World O'neil Mc-donald");
  CHECK(value_cased("title", "  x  y\\u2003z ßa 1Ab") == "  X  Y\u2003Z SSa 1ab");
  CHECK(value_cased("capitalize", "hello WORLD") == "Hello world");
  CHECK(value_cased("capitalize", "éCOLE ÉTÉ") == "École été");
  CHECK(value_cased("capitalize", "") == "");
}

TEST_CASE("trim takes the white space of Unicode off both ends") {
  CHECK(value_cased("trim", " \\t\\u00a0\\u2003x  y\\u3000\\n") == "x  y");
  CHECK(value_cased("trim", " \\u2003") == "");
  CHECK(value_cased("trim", "\\u200bx") == "\u200bx");
}

TEST_CASE("value_case leaves everything but text alone") {
  CHECK(run_transform("value_case", R"({"fields":["v","w"],"mode":"upper"})",
                      {R"({"v":null,"x":"a"})", R"({"v":1.50,"w":"a"})", R"({"v":["a"]})",
                       R"({"v":{"b":"a"}})", "[\"a\"]", "\"a\""})
        == texts{R"({"v":null,"x":"a"})", R"({"v":1.50,"w":"A"})", R"({"v":["a"]})",
                 R"({"v":{"b":"a"}})", "[\"a\"]", "\"a\""});
}

TEST_CASE("an unknown way to change letters is refused with its place") {
  CHECK_THAT(value_cased("loud", "a"), Catch::StartsWith("test.yaml:3: "));
}
