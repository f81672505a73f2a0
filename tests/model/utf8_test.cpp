#include "model/utf8.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("text is UTF-8 unless a sequence is overlong, a surrogate, too large or cut short") {
  for (const auto* text :
       {"", "plain", "0123456789abcdef\u00e9 in the middle of words", "\U0010ffff"}) {
    CHECK(is_utf8(text));
  }
  for (const auto* text : {"\xc0\xaf", "\xe0\x80\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80",
                           "12345678\xff", "1234567\xc3", "\x80"}) {
    CHECK_FALSE(is_utf8(text));
  }
}

TEST_CASE("the valid text in front of a broken character is found") {
  CHECK(valid_utf8_prefix("0123456789\xff rest") == 10);
  CHECK(valid_utf8_prefix("\u00e9\xe2\x82") == 2);
}

TEST_CASE("a character that is cut short at the end is told from a broken one") {
  CHECK(cut_utf8_suffix("abc") == 0);
  CHECK(cut_utf8_suffix("abc\xe2\x82") == 2);
  CHECK(cut_utf8_suffix("abc\xff") == 0);
}

TEST_CASE("each broken piece is replaced by one U+FFFD") {
  CHECK(with_utf8_replaced("a\xe2\x82"
                           "b\xff\xfe")
        == "a\ufffd"
           "b\ufffd\ufffd");
}
