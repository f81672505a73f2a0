#include "connectors/formats/json_array_reader.hpp"
#include "connectors/formats/json_lines_reader.hpp"
#include "connectors/formats/raw_text_reader.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"

using namespace faucet;

namespace {

constexpr size_t max_whole = 1000;

std::string lines_read(std::string text, block_sizes sizes = {}, size_t max_rows = 1000,
                       size_t piece = 1000) {
  json_lines_reader reader{text_in_memory(std::move(text), sizes, invalid_utf8::refuse, piece)};
  return records_of(reader, max_rows);
}

std::string array(std::string text, block_sizes sizes = {}, size_t max_rows = 1000,
                  size_t piece = 1000) {
  json_array_reader reader{text_in_memory(std::move(text), sizes, invalid_utf8::refuse, piece),
                           max_whole};
  return records_of(reader, max_rows);
}

std::string raw(std::string text) {
  raw_text_reader reader{text_in_memory(std::move(text)), max_whole};
  return records_of(reader);
}

} // namespace

TEST_CASE("JSON Lines may be any values, with blank lines and any line ends between") {
  auto text = "\xEF\xBB\xBF\n {\"a\":1}\r\n\n  \r\n1\n[1, 2]\n\"x\"\nnull\n{\"b\":\"\\n\"}";
  auto expected = "{\"a\":1}\n1\n[1,2]\n\"x\"\nnull\n{\"b\":\"\\n\"}\n";
  CHECK(lines_read(text) == expected);
  for (size_t block = 1; block < 40; ++block) {
    CHECK(lines_read(text, {block}, 1 + block % 3) == expected);
    CHECK(lines_read(text, {}, 1, block) == expected);
  }
  CHECK(lines_read("").empty());
  CHECK(lines_read("\n \r\n").empty());
}

TEST_CASE("broken JSON Lines name file, line and column") {
  CHECK(lines_read("{\"a\":1}\n\n  {\"a\":x}\n") == "input:3: invalid JSON at column 8");
  CHECK(lines_read("{\"a\":1}\n{\"a\":1}{\"a\":2}\n", {1})
        == "input:2: something stands behind the JSON value at column 8");
  CHECK(lines_read("1\n{\"a\":\n1}\n")
        == "input:2: a JSON list or object without its closing bracket at column 1");
  CHECK(lines_read("\n\"\xFF\"") == "input:2: invalid UTF-8");
}

TEST_CASE("numbers in JSON Lines keep every digit", "[P125]") {
  auto text =
    "{\"a\":18446744073709551615,\"b\":1.10,\"c\":1e5,\"d\":12345678901234567890123,\"e\":-0}\n";
  CHECK(lines_read(text) == text);
}

TEST_CASE("a JSON line of 10 MiB is read") {
  auto text = "\"" + std::string(10 << 20, 'x') + "\"\n";
  CHECK((lines_read("1\n" + text + "2\n") == "1\n" + text + "2\n"));
}

TEST_CASE("a JSON line beyond the limit is an error that names it") {
  CHECK(lines_read("1\n\"" + std::string(2 << 20, 'x') + "\"", {16, size_t{1} << 20})
        == "input:2: a record of more than 1 MiB begins here");
}

TEST_CASE("a JSON list gives one record an item, whatever the size of blocks") {
  auto text =
    "\xEF\xBB\xBF \n[ {\"a\":[1,{\"b\":\"],}\\\\\"}]} ,\n 1, \"x\\\"]\" ,[2 ,3],null,{}]\n ";
  auto expected = "{\"a\":[1,{\"b\":\"],}\\\\\"}]}\n1\n\"x\\\"]\"\n[2,3]\nnull\n{}\n";
  CHECK(array(text) == expected);
  for (size_t block = 1; block < 60; ++block) {
    CHECK(array(text, {block}, 1 + block % 4) == expected);
    CHECK(array(text, {}, 1, block) == expected);
  }
  CHECK(array("[]").empty());
  CHECK(array(" [ \n] ").empty());
}

TEST_CASE("a JSON list may be larger than what is read as a whole") {
  std::string text = "[1";
  std::string expected = "1\n";
  for (int i = 0; i < 2000; ++i) {
    text += ",1";
    expected += "1\n";
  }
  CHECK(array(text + "]") == expected);
  CHECK(array("\"" + std::string(max_whole, 'x') + "\"")
        == "input: more than 1000 bytes, in a format that is read as a whole");
}

TEST_CASE("a JSON file with a single value has one record") {
  CHECK(array(" {\"a\":\n1}\n") == "{\"a\":1}\n");
  CHECK(array("3") == "3\n");
}

TEST_CASE("broken JSON lists name file and line") {
  CHECK(array("") == "input:1: expected a JSON value, found nothing");
  CHECK(array("\n{\"a\":1}\n{\"a\":2}") == "input:3: something stands behind the JSON value");
  CHECK(array("[1,\n2") == "input:2: a JSON list without its closing bracket");
  CHECK(array("[1,\n\"2]") == "input:2: a JSON list without its closing bracket");
  CHECK(array("[") == "input:1: a JSON list without its closing bracket");
  CHECK(array("[1,\n]") == "input:2: expected a JSON value, found nothing");
  CHECK(array("[,1]") == "input:1: expected a JSON value, found nothing");
  CHECK(array("[1]\nx") == "input:2: something stands behind the JSON list");
  CHECK(array("[1\n}") == "input:2: expected a comma or the end of the JSON list");
  CHECK(array("[{\"a\":1} {\"a\":2}]") == "input:1: something stands behind the JSON value");
  CHECK(array("[{\"a\":1},\n{\"b\":\nx}]") == "input:3: invalid JSON");
}

TEST_CASE("raw text is one record, exactly as it is") {
  CHECK(raw("hello\n\xEF\xBB\xBF") == "{\"path\":\"input\",\"content\":\"hello\\n\uFEFF\"}\n");
  CHECK(raw("") == "{\"path\":\"input\",\"content\":\"\"}\n");
  CHECK(raw("\n\xFF") == "input:2: invalid UTF-8");
  CHECK(raw(std::string(max_whole + 1, 'x'))
        == "input: more than 1000 bytes, in a format that is read as a whole");
}
