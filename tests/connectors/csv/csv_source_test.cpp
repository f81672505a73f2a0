#include "connectors/csv/csv_source.hpp"
#include "tests/connectors/bytes/compressed.hpp"
#include "tests/connectors/source_run.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

struct csv_reading {
  temp_folder folder;

  source_run read(std::string_view content, node::map_type config = {},
                  std::string_view name = "a.csv") {
    folder.write(name, content);
    config.push_back(entry("path", (folder / name).string()));
    return run(csv_source(), std::move(config));
  }
};

} // namespace

TEST_CASE_METHOD(csv_reading, "the csv source reads a file page by page") {
  auto result = read("a,b\n1,2\n3,4\n5,6\n", {entry("batch_size", int64_t{2})});
  CHECK(result.error.empty());
  CHECK(result.records
        == "{\"a\":\"1\",\"b\":\"2\"}\n{\"a\":\"3\",\"b\":\"4\"}\n{\"a\":\"5\",\"b\":\"6\"}\n");
  CHECK(result.page_sizes == std::vector<size_t>{2, 1});
  CHECK(result.bookmarks.empty());
}

TEST_CASE_METHOD(csv_reading, "the csv source takes the options of its dialect") {
  auto result =
    read("1;'x;y'\n;2;3\n",
         {entry("has_headers", false), entry("delimiter", int64_t{59}), entry("quote", "'"),
          entry("flexible", true), entry("null_values", node::list_type{node{std::string{}}})});
  CHECK(result.error.empty());
  CHECK(result.records
        == "{\"column_0\":\"1\",\"column_1\":\"x;y\"}\n"
           "{\"column_0\":null,\"column_1\":\"2\",\"column_2\":\"3\"}\n");
}

TEST_CASE_METHOD(csv_reading, "the csv source decompresses", "[P119]") {
  auto data = gzipped("a\n1\n") + gzipped("2\n");
  CHECK(read(data, {}, "a.csv.gz").records == "{\"a\":\"1\"}\n{\"a\":\"2\"}\n");
  CHECK(read(data, {entry("compression", "gzip")}).records == "{\"a\":\"1\"}\n{\"a\":\"2\"}\n");
  CHECK(read(zstded("a\n1\n"), {}, "a.csv.zst").records == "{\"a\":\"1\"}\n");
  CHECK(read(data.substr(0, data.size() - 3), {}, "cut.csv.gz").error
        == (folder / "cut.csv.gz").string() + ": the gzip data is cut short");
}

TEST_CASE_METHOD(csv_reading, "errors of the csv source name file and line") {
  auto name = (folder / "a.csv").string();
  CHECK(read("a,b\n1,2\n3\n").error == name + ":3: expected 2 fields, found 1");
  CHECK(read("a\n\xFF\n").error == name + ":2: invalid UTF-8");
  CHECK(read("a\n\xFF\n", {entry("invalid_utf8", "replace")}).records == "{\"a\":\"\uFFFD\"}\n");
  auto missing = run(csv_source(), {entry("path", (folder / "none.csv").string())});
  CHECK(missing.error == (folder / "none.csv").string() + ": No such file or directory");
  CHECK(run(csv_source(), {entry("path", folder.path().string())}).error
        == folder.path().string() + ": Is a directory");
}

TEST_CASE_METHOD(csv_reading, "impossible csv options are refused before any file is opened") {
  CHECK(read("", {entry("delimiter", int64_t{10})}).error == "\"delimiter\" cannot be a line end");
  CHECK(read("", {entry("quote", ",")}).error == "\"quote\" cannot be the delimiter too");
  CHECK_FALSE(read("", {entry("batch_size", int64_t{1'000'001})}).error.empty());
}

TEST_CASE_METHOD(csv_reading, "the csv source knows which file it reads") {
  folder.write("a.csv", "");
  std::filesystem::create_symlink(folder / "a.csv", folder / "link.csv");
  auto source =
    csv_source().make(node{node::map_type{entry("path", (folder / "link.csv").string())}});
  REQUIRE(source);
  CHECK((*source)->reads(folder / "a.csv"));
  CHECK((*source)->reads(folder / "../" / folder.path().filename() / "./link.csv"));
  CHECK_FALSE((*source)->reads(folder / "b.csv"));
}
