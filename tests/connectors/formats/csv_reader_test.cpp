#include "connectors/formats/csv_reader.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/formats/text_in_memory.hpp"

using namespace faucet;

namespace {

std::string read(std::string text, csv_dialect dialect = {}, block_sizes sizes = {},
                 size_t max_rows = 1000) {
  csv_reader reader{text_in_memory(std::move(text), sizes), std::move(dialect)};
  return records_of(reader, max_rows);
}

const csv_dialect headless{.has_headers = false};
const csv_dialect flexible{.flexible = true};

} // namespace

TEST_CASE("CSV rows become objects of strings") {
  CHECK(read("a,b\n1,2\n,x y\n") == "{\"a\":\"1\",\"b\":\"2\"}\n{\"a\":\"\",\"b\":\"x y\"}\n");
  CHECK(read("a,b\n1,2") == "{\"a\":\"1\",\"b\":\"2\"}\n");
  CHECK(read("a,b\n1,") == "{\"a\":\"1\",\"b\":\"\"}\n");
  CHECK(read("a,\n1,2") == "{\"a\":\"1\",\"\":\"2\"}\n");
}

TEST_CASE("CSV without rows has no records") {
  CHECK(read("").empty());
  CHECK(read("\n\r\n\n").empty());
  CHECK(read("a,b").empty());
  CHECK(read("a,b\n").empty());
  CHECK(read("", headless).empty());
  CHECK(read("\xEF\xBB\xBF").empty());
}

TEST_CASE("a quoted CSV field may hold delimiters, line ends and quotes", "[P112]") {
  CHECK(read("a,b\n\"x,\n\r\ny\",\"say \"\"hi\"\"\"\n")
        == "{\"a\":\"x,\\n\\r\\ny\",\"b\":\"say \\\"hi\\\"\"}\n");
  CHECK(read("a\n\"\"\n\"\"\"\"\n\"\"\"\"\"\"\n")
        == "{\"a\":\"\"}\n{\"a\":\"\\\"\"}\n{\"a\":\"\\\"\\\"\"}\n");
  CHECK(read("\"a \"\"q\"\"\",\"b,c\"\n1,2\n") == "{\"a \\\"q\\\"\":\"1\",\"b,c\":\"2\"}\n");
}

TEST_CASE("CSV records may end with LF, CR LF or CR, and blank lines are none") {
  auto expected = "{\"a\":\"1\",\"b\":\"2\"}\n{\"a\":\"3\",\"b\":\"4\"}\n";
  CHECK(read("a,b\n1,2\n3,4\n") == expected);
  CHECK(read("a,b\r\n1,2\r\n3,4\r\n") == expected);
  CHECK(read("a,b\r1,2\r3,4") == expected);
  CHECK(read("\n\na,b\n\n1,2\r\n\r\n3,4\n\n") == expected);
  CHECK(read("a\n\n\"\"\n \n") == "{\"a\":\"\"}\n{\"a\":\" \"}\n");
}

TEST_CASE("quotes at odd places of a CSV field are ordinary characters") {
  CHECK(read("a\nz\"w\"\n") == "{\"a\":\"z\\\"w\\\"\"}\n");
  CHECK(read("a\n\"x\"y\"z\"\n") == "{\"a\":\"xy\\\"z\\\"\"}\n");
  CHECK(read("a\n\"x \"\"q\"\" \"y\n \"x\"\n")
        == "{\"a\":\"x \\\"q\\\" y\"}\n{\"a\":\" \\\"x\\\"\"}\n");
}

TEST_CASE("CSV characters can be chosen") {
  csv_dialect dialect{.delimiter = ';', .quote = '\''};
  CHECK(read("a;b\n'x;''y';\"2\n", dialect) == "{\"a\":\"x;'y\",\"b\":\"\\\"2\"}\n");
  CHECK(read("a\tb\n1\t2\n", csv_dialect{.delimiter = '\t'}) == "{\"a\":\"1\",\"b\":\"2\"}\n");
}

TEST_CASE("CSV columns without header are numbered") {
  CHECK(read("1,2\n3,4\n", headless)
        == "{\"column_0\":\"1\",\"column_1\":\"2\"}\n{\"column_0\":\"3\",\"column_1\":\"4\"}\n");
  CHECK(read("1,2\n3\n", headless) == "input:2: expected 2 fields, found 1");
}

TEST_CASE("a byte order mark is no part of the first CSV column") {
  CHECK(read("\xEF\xBB\xBF\"a\",b\n1,2\n") == "{\"a\":\"1\",\"b\":\"2\"}\n");
  CHECK(read("\xEF\xBB\xBF\"a\",b\n1,2\n", {}, {1}) == "{\"a\":\"1\",\"b\":\"2\"}\n");
}

TEST_CASE("CSV texts can stand for null, but not in the header") {
  csv_dialect dialect{.null_values = {"", "NULL"}};
  CHECK(
    read("NULL,b\n1,NULL\n,\"NULL\"\n\"\",null\n", dialect)
    == "{\"NULL\":\"1\",\"b\":null}\n{\"NULL\":null,\"b\":null}\n{\"NULL\":null,\"b\":\"null\"}\n");
}

TEST_CASE("a ragged row is an error that names the physical line", "[P113]") {
  CHECK(read("a,b\n\"1\n\n\",2\n\n3\n") == "input:6: expected 2 fields, found 1");
  CHECK(read("a,b\r\n1,2,3\r\n") == "input:2: expected 2 fields, found 3");
  CHECK(read("a\r1\r2,3") == "input:3: expected 1 field, found 2");
  // Also when the lines before it are in blocks that are gone.
  auto text = "a,b\n1,2\r\n3,4\r5,6\n\n\"7\n\r\n\",8\n9\n";
  for (size_t size = 1; size < 40; ++size) {
    auto result = read(text, {}, {size});
    CHECK(result.substr(result.rfind('\n') + 1) == "input:9: expected 2 fields, found 1");
  }
}

TEST_CASE("flexible CSV rows lack their last columns or have numbered ones", "[P113]") {
  CHECK(
    read("a,b\n1\n1,2,3\n1,2\n1,2,3,4\n", flexible)
    == "{\"a\":\"1\"}\n{\"a\":\"1\",\"b\":\"2\",\"column_2\":\"3\"}\n{\"a\":\"1\",\"b\":\"2\"}\n"
       "{\"a\":\"1\",\"b\":\"2\",\"column_2\":\"3\",\"column_3\":\"4\"}\n");
  CHECK(read("a,column_2\n1,2,3\n", flexible)
        == "{\"a\":\"1\",\"column_2\":\"2\",\"column_2_\":\"3\"}\n");
}

TEST_CASE("duplicate CSV header names are an error", "[P115]") {
  CHECK(read("\na,b,a\n1,2,3\n") == "input:2: columns 1 and 3 have the same name \"a\"");
  CHECK(read("a,,\n1,2,3\n") == "input:1: columns 2 and 3 have the same name \"\"");
}

TEST_CASE("a CSV quote that is left open names the line where its field began") {
  CHECK(read("a,b\n1,2\n3,\"4\n5,6\n")
        == "input:3: a quoted field that begins here is never closed");
  CHECK(read("\"a,b\n1,2") == "input:1: a quoted field that begins here is never closed");
  CHECK(read("a\n\"", {}, {1}) == "input:2: a quoted field that begins here is never closed");
  CHECK(read("a\n\"x\"\"", {}, {1}) == "input:2: a quoted field that begins here is never closed");
}

TEST_CASE("CSV may hold NUL bytes") {
  CHECK(read(std::string{"a\n1\0"
                         "2\n",
                         6})
        == "{\"a\":\"1\\u00002\"}\n");
}

TEST_CASE("a CSV field of 10 MiB is read") {
  auto field = std::string(10 << 20, 'x');
  CHECK(read("a\n" + field + "\n1\n") == "{\"a\":\"" + field + "\"}\n{\"a\":\"1\"}\n");
  auto result = read("a\n\"" + field + "\"\"\n,\"\n1\n");
  CHECK(result == "{\"a\":\"" + field + "\\\"\\n,\"}\n{\"a\":\"1\"}\n");
}

TEST_CASE("a CSV record beyond the limit is an error that names its line") {
  block_sizes sizes{16, size_t{1} << 20};
  CHECK(read("a\n1\n\"" + std::string(3 << 20, 'x'), {}, sizes)
        == "input:3: a record of more than 1 MiB begins here");
  CHECK(read(std::string(70'000, ',')) == "input:1: a row of more than 65536 fields");
}

TEST_CASE("CSV pages end by rows and by bytes") {
  csv_reader reader{text_in_memory("a\n1\n2\n3\n"), {}};
  page_builder builder;
  REQUIRE(reader.fill(builder, 2) == true);
  CHECK(builder.finish().size() == 2);
  REQUIRE(reader.fill(builder, 1) == false); // known to be the last page
  CHECK(builder.finish().size() == 1);

  std::string text = "a\n";
  for (int i = 0; i < 5000; ++i) {
    text += std::string(1000, 'x') + "\n";
  }
  csv_reader wide{text_in_memory(text), {}};
  REQUIRE(wide.fill(builder, 0) == true);
  auto bytes = builder.bytes();
  auto rows = builder.finish().size();
  CHECK(rows > 900);
  CHECK(rows < 1100);
  CHECK(bytes < max_page_bytes + 100'000);
}

TEST_CASE("one huge CSV row does not make the following pages small") {
  std::string text = "a\n" + std::string(5 << 20, 'x') + "\n";
  for (int i = 0; i < 2000; ++i) {
    text += "1\n";
  }
  csv_reader reader{text_in_memory(text), {}};
  page_builder builder;
  REQUIRE(reader.fill(builder, 1000) == true);
  CHECK(builder.finish().size() == 1);
  REQUIRE(reader.fill(builder, 1000) == true);
  CHECK(builder.finish().size() == 1000);
}

TEST_CASE("CSV cells outlive their reader") {
  page result;
  {
    csv_reader reader{text_in_memory("a,b\n1,\"x\"\"y\"\n2,z\n", {8}), {}};
    page_builder builder;
    REQUIRE(reader.fill(builder, 0) == false);
    result = builder.finish();
  }
  CHECK(result.rows()[0].as_object()[1].as_text() == "x\"y");
  CHECK(result.rows()[1].as_object()[1].as_text() == "z");
}
