#include "connectors/formats/text_reader.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"

using namespace faucet;

namespace {

/// The whole text, taken a few bytes at a time; or the message of an error.
std::string read(std::string bytes, size_t block, invalid_utf8 policy, size_t piece = 1000) {
  auto text = text_in_memory(std::move(bytes), {block}, policy, piece);
  std::string result;
  for (;;) {
    auto ended = text.at_end();
    if (!ended) {
      return render(ended.error());
    }
    if (*ended) {
      return result;
    }
    auto count = std::min<size_t>(3, text.rest().size());
    result += text.rest().substr(0, count);
    text.consume(count);
  }
}

} // namespace

TEST_CASE("text is the same in blocks of any size") {
  std::string text;
  for (int i = 0; i < 50; ++i) {
    text += "aé€😀\n" + std::string(static_cast<size_t>(i), 'x');
  }
  for (size_t block = 1; block < 70; ++block) {
    CHECK(read(text, block, invalid_utf8::refuse) == text);
    CHECK(read(text, block, invalid_utf8::replace, block) == text);
    CHECK(read(text, 100, invalid_utf8::refuse, block) == text);
  }
}

TEST_CASE("invalid UTF-8 is an error that names file and line") {
  for (size_t block : {1, 2, 5, 100}) {
    CHECK(read("a\n\xC3\n", block, invalid_utf8::refuse) == "input:2: invalid UTF-8");
    CHECK(read("a\r\nb\r\nc\xE2\x82", block, invalid_utf8::refuse) == "input:3: invalid UTF-8");
    CHECK(read("\xFF", block, invalid_utf8::refuse) == "input:1: invalid UTF-8");
    CHECK(read("\n\n\xED\xA0\x80", block, invalid_utf8::refuse) == "input:3: invalid UTF-8");
    CHECK(read("\xC0\xAF", block, invalid_utf8::refuse) == "input:1: invalid UTF-8");
    CHECK(read("\xF4\x90\x80\x80", block, invalid_utf8::refuse) == "input:1: invalid UTF-8");
    CHECK(read("\x80", block, invalid_utf8::refuse) == "input:1: invalid UTF-8");
  }
}

TEST_CASE("invalid UTF-8 is replaced when that is asked for") {
  for (size_t block : {1, 2, 3, 7, 100}) {
    for (size_t piece : {1, 2, 100}) {
      auto replaced = [&](std::string bytes) {
        return read(std::move(bytes), block, invalid_utf8::replace, piece);
      };
      CHECK(replaced("a\xFF"
                     "b")
            == "a\uFFFDb");
      CHECK(replaced("\xC3") == "\uFFFD");
      CHECK(replaced("é\xE2\x82x€\xF0\x9F\x98") == "é\uFFFDx€\uFFFD");
      CHECK(replaced("\xED\xA0\x80") == "\uFFFD\uFFFD\uFFFD");
      CHECK(replaced("\xC0\xAF\xF5") == "\uFFFD\uFFFD\uFFFD");
      CHECK(replaced(std::string(40, '\xFF')).size() == 120);
    }
  }
}

TEST_CASE("line ends are counted once, however the text is cut") {
  std::string_view text = "a\r\n\r\r\nb\n\n\rc\r";
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    line_counter lines;
    lines.add(text.substr(0, cut));
    lines.add("");
    lines.add(text.substr(cut));
    CHECK(lines.line_ends() == 7);
  }
}
