#include "connectors/file/file_source.hpp"
#include "tests/connectors/bytes/compressed.hpp"
#include "tests/connectors/source_run.hpp"
#include "tests/temp_folder.hpp"

#include <chrono>

using namespace faucet;
using namespace faucet::test;
namespace fs = std::filesystem;

namespace {

struct folder_reading {
  temp_folder folder;

  source_run read(std::string_view path, node::map_type config = {},
                  const std::optional<bookmark>& resume = std::nullopt) {
    config.push_back(entry("path", (folder / path).string()));
    auto result = run(file_source(), std::move(config), resume);
    for (auto* text : {&result.records, &result.error}) {
      *text = without_folder(*text);
    }
    for (auto& text : result.warnings) {
      text = without_folder(text);
    }
    return result;
  }

  std::string refused(node::map_type config) {
    auto result = file_source().make(node{std::move(config)});
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ec::invalid_config);
    return result.error().what;
  }

  std::string without_folder(std::string text) const {
    auto prefix = folder.path().string() + "/";
    for (auto at = text.find(prefix); at != std::string::npos; at = text.find(prefix)) {
      text.erase(at, prefix.size());
    }
    return text;
  }

  void write_at(std::string_view name, std::string_view content, int seconds) {
    folder.write(name, content);
    fs::last_write_time(folder / name, fs::file_time_type::clock::from_sys(
                                         std::chrono::sys_seconds{std::chrono::seconds{seconds}}));
  }

  bool is_read(std::string_view path, std::string_view file, node::map_type config = {}) {
    config.push_back(entry("path", (folder / path).string()));
    return (*file_source().make(node{std::move(config)}))->reads(folder / file);
  }
};

node::entry by(std::string what) {
  return entry("incremental", node::map_type{entry("by", std::move(what))});
}

std::optional<bookmark> last_of(const source_run& run) {
  return run.bookmarks.empty() ? std::nullopt : std::optional{bookmark{run.bookmarks.back()}};
}

} // namespace

TEST_CASE_METHOD(folder_reading,
                 "the file source reads a folder in the order of paths, each by its ending") {
  fs::create_directories(folder / "in/sub");
  folder.write("in/d.jsonl", "{\"a\":4}\n");
  folder.write("in/a.json", "[{\"a\":1},2]");
  folder.write("in/b.csv.gz", gzipped("a\n3\n"));
  folder.write("in/E.NDJSON.zst", zstded("{\"a\":0}"));
  folder.write("in/t.txt", "hi\n");
  folder.write("in/sub/x.jsonl", "{\"a\":5}\n");
  auto result = read("in");
  CHECK(result.error.empty());
  CHECK(result.records
        == "{\"a\":0}\n{\"a\":1}\n2\n{\"a\":\"3\"}\n{\"a\":4}\n"
           "{\"path\":\"in/t.txt\",\"content\":\"hi\\n\"}\n");
  CHECK(result.page_sizes == std::vector<size_t>{1, 2, 1, 1, 1});
  CHECK(read("in", {entry("recursive", true)}).records.find("{\"a\":5}\n{\"path\"")
        != std::string::npos);
  CHECK(read("in/*.jsonl").records == "{\"a\":4}\n");
  CHECK(read("in/**/*.jsonl").records == "{\"a\":4}\n{\"a\":5}\n");
  CHECK(read("in/d.jsonl", {entry("format", "raw_text")}).records
        == "{\"path\":\"in/d.jsonl\",\"content\":\"{\\\"a\\\":4}\\n\"}\n");
  CHECK(read("in", {entry("max_files", int64_t{1})}).records == "{\"a\":0}\n");
}

TEST_CASE_METHOD(folder_reading, "nothing to read gives no records") {
  fs::create_directories(folder / "in");
  CHECK(read("in").error.empty());
  CHECK(read("in/*.jsonl").error.empty());
  CHECK(read("none/*.jsonl").error.empty());
  CHECK(read("in").page_sizes.empty());
}

TEST_CASE_METHOD(folder_reading, "a path that cannot be read is an error that names it") {
  CHECK(read("none.jsonl").error == "none.jsonl: No such file or directory");
  fs::create_directories(folder / "in");
  fs::create_symlink("nowhere", folder / "in/link.jsonl");
  CHECK(read("in").error == "in/link.jsonl: No such file or directory");
  fs::permissions(folder / "in", fs::perms::none);
  if (::access((folder / "in").c_str(), R_OK) != 0) { // root may read anything
    CHECK(read("in").error == "in: Permission denied");
    CHECK(read("in/*.jsonl").error == "in: Permission denied");
  }
  fs::permissions(folder / "in", fs::perms::owner_all);
}

TEST_CASE_METHOD(folder_reading, "links to folders are not followed below a folder") {
  fs::create_directories(folder / "in/sub");
  folder.write("in/sub/a.jsonl", "1\n");
  fs::create_directory_symlink("..", folder / "in/sub/loop");
  fs::create_directory_symlink("in", folder / "link");
  CHECK(read("link", {entry("recursive", true)}).records == "1\n");
}

TEST_CASE_METHOD(folder_reading, "unfinished files of sinks are not read", "[P49]") {
  folder.write("a.jsonl", "1\n");
  folder.write("b.jsonl.faucet-tmp", "2");
  folder.write("c.faucet-tmp.jsonl", "3");
  folder.write(".faucet-overwrite-x.jsonl", "4");
  fs::create_directories(folder / ".faucet-overwrite-y");
  folder.write(".faucet-overwrite-y/d.jsonl", "5");
  CHECK(read("", {entry("recursive", true), entry("format", "json_lines")}).records == "1\n");
  CHECK(read("**/*", {entry("format", "json_lines")}).records == "1\n");
}

TEST_CASE_METHOD(folder_reading, "files of unknown format are skipped with a warning, or refused") {
  folder.write("a.dat", "x");
  folder.write("b.gz", "x");
  folder.write("c.jsonl", "1\n");
  auto result = read("");
  CHECK(result.records == "1\n");
  CHECK(result.warnings
        == std::vector<std::string>{
          "2 files skipped, their endings tell no format that is known: a.dat, b.gz"});
  CHECK(read("", {entry("strict", true)}).error
        == "a.dat: the ending tells no format that is known; set \"format\"");
  folder.write("d.parquet", "x");
  CHECK(read("").error == "d.parquet: this format is not supported by this build");
}

TEST_CASE_METHOD(folder_reading, "options that this build cannot serve are refused") {
  CHECK(refused({entry("path", "")}) == "\"path\" is empty");
  CHECK(refused({entry("path", "https://example.com/a.csv")})
        == "reading from a URL is not supported yet");
  for (auto format : {"xml", "xlsx", "parquet", "avro", "orc"}) {
    CHECK(refused({entry("path", "x"), entry("format", format)})
          == "this format is not supported by this build");
  }
  CHECK(refused({entry("path", "x"), entry("parquet", node::map_type{})})
        == "\"parquet\" is not supported by this build");
  CHECK(refused({entry("path", "x[")}).find("is not closed") != std::string::npos);
  CHECK(refused({entry("path", "x"), entry("csv", node::map_type{entry("quote", ",")})})
        == "\"quote\" cannot be the delimiter too");
}

TEST_CASE_METHOD(folder_reading, "CSV files are read as the csv block says") {
  folder.write("a.csv", "1;'x;y'\n");
  CHECK(read("a.csv", {entry("csv", node::map_type{entry("delimiter", ";"), entry("quote", "'"),
                                                   entry("write_headers", false)})})
          .records
        == "{\"column_0\":\"1\",\"column_1\":\"x;y\"}\n");
}

TEST_CASE_METHOD(folder_reading, "errors of the file source name file and line") {
  folder.write("a.jsonl", "1\n{x\n");
  CHECK(read("a.jsonl").error.find("a.jsonl:2: ") == 0);
  folder.write("a.csv", "a,b\n1\n");
  CHECK(read("a.csv").error == "a.csv:2: expected 2 fields, found 1");
  folder.write("a.json.gz", gzipped("[1,2]").substr(0, 20));
  CHECK(read("a.json.gz").error == "a.json.gz: the gzip data is cut short");
  folder.write("b.jsonl", "\n\"\xFF\"\n");
  CHECK(read("b.jsonl").error == "b.jsonl:2: invalid UTF-8");
  CHECK(read("b.jsonl", {entry("invalid_utf8", "replace")}).records == "\"\uFFFD\"\n");
}

TEST_CASE_METHOD(folder_reading, "only what is read as a whole is bounded by max_object_bytes") {
  folder.write("a.txt", "12345");
  folder.write("a.jsonl", "12345\n");
  folder.write("a.json", "[1,2,3,4]");
  auto bound = entry("max_object_bytes", int64_t{4});
  CHECK(read("a.txt", {bound}).error
        == "a.txt: more than 4 bytes, in a format that is read as a whole");
  CHECK(read("a.jsonl", {bound}).records == "12345\n");
  CHECK(read("a.json", {bound}).records == "1\n2\n3\n4\n");
  folder.write("b.json", "12345");
  CHECK(read("b.json", {bound}).error
        == "b.json: more than 4 bytes, in a format that is read as a whole");
}

TEST_CASE_METHOD(folder_reading, "the bookmark rides on the last page of each file", "[P46]") {
  write_at("b.jsonl", "1\n2\n3\n", 100);
  write_at("a.jsonl", "4\n5\n", 100);
  write_at("c.jsonl", "", 50);
  auto result = read("*.jsonl", {by("mtime"), entry("batch_size", int64_t{2})});
  CHECK(result.records == "4\n5\n1\n2\n3\n");
  CHECK(result.page_sizes == std::vector<size_t>{0, 2, 2, 1});
  REQUIRE(result.bookmarks.size() == 3);
  CHECK(without_folder(result.bookmarks[0])
        == "{\"by\":\"mtime\",\"mtime_ns\":50000000000,\"paths\":[\"c.jsonl\"]}");
  CHECK(without_folder(result.bookmarks[1])
        == "{\"by\":\"mtime\",\"mtime_ns\":100000000000,\"paths\":[\"a.jsonl\"]}");
  CHECK(without_folder(result.bookmarks[2])
        == "{\"by\":\"mtime\",\"mtime_ns\":100000000000,\"paths\":[\"a.jsonl\",\"b.jsonl\"]}");
  // Resuming behind the second file reads the third one only.
  CHECK(read("*.jsonl", {by("mtime")}, bookmark{result.bookmarks[1]}).records == "1\n2\n3\n");
}

TEST_CASE_METHOD(folder_reading, "incremental reading by mtime takes new and rewritten files",
                 "[P46][P47]") {
  write_at("a.jsonl", "1\n", 100);
  write_at("b.jsonl", "2\n", 200);
  auto first = read("", {by("mtime")});
  CHECK(first.records == "1\n2\n");
  auto none = read("", {by("mtime")}, last_of(first));
  CHECK(none.records.empty());
  CHECK(none.bookmarks.empty());
  write_at("0.jsonl", "3\n", 200); // the same time, later
  write_at("old.jsonl", "4\n", 150);
  auto second = read("", {by("mtime")}, last_of(first));
  CHECK(second.records == "3\n");
  write_at("a.jsonl", "5\n", 300);
  CHECK(read("", {by("mtime")}, last_of(second)).records == "5\n");
}

TEST_CASE_METHOD(folder_reading,
                 "incremental reading by name takes what sorts behind the last file") {
  write_at("b.jsonl", "1\n", 100);
  auto first = read("", {by("name")});
  CHECK(without_folder(first.bookmarks.at(0)) == R"({"by":"name","last":"b.jsonl"})");
  write_at("a.jsonl", "2\n", 200);
  write_at("b.jsonl", "3\n", 300);
  write_at("c.jsonl", "4\n", 50);
  CHECK(read("", {by("name")}, last_of(first)).records == "4\n");
  CHECK(read("", {by("mtime")}, last_of(first)).error.find("made by \"name\"")
        != std::string::npos);
  CHECK(read("", {}, last_of(first)).error.find("not configured any more") != std::string::npos);
}

TEST_CASE_METHOD(folder_reading, "a part of the new files is continued with the rest") {
  write_at("a.jsonl", "1\n", 300);
  write_at("b.jsonl", "2\n", 100);
  write_at("c.jsonl", "3\n", 200);
  auto one = entry("max_files", int64_t{1});
  auto first = read("", {by("mtime"), one});
  CHECK(first.records == "2\n");
  auto second = read("", {by("mtime"), one}, last_of(first));
  CHECK(second.records == "3\n");
  CHECK(read("", {by("mtime"), one}, last_of(second)).records == "1\n");
}

TEST_CASE_METHOD(folder_reading, "files that may still be written are left to a later run") {
  write_at("a.jsonl", "1\n", 100);
  folder.write("b.jsonl", "2\n");
  write_at("c.jsonl", "3\n", 100);
  auto stable = entry("stable_for_secs", int64_t{3600});
  auto result = read("", {stable});
  CHECK(result.records == "1\n3\n");
  CHECK(result.warnings
        == std::vector<std::string>{
          "1 file skipped, left to a later run as they may still be written: b.jsonl"});
  CHECK(read("", {stable, by("mtime")}).records == "1\n3\n");
  // By name, nothing behind it may be read before it.
  auto named = read("", {stable, by("name")});
  CHECK(named.records == "1\n");
  CHECK(read("", {by("name")}, last_of(named)).records == "2\n3\n");
}

TEST_CASE_METHOD(folder_reading, "the file source knows which files it reads") {
  fs::create_directories(folder / "in/sub");
  folder.write("in/a.jsonl", "");
  fs::create_symlink("in/a.jsonl", folder / "link.jsonl");
  CHECK(is_read("in/a.jsonl", "in/../in/a.jsonl"));
  CHECK(is_read("link.jsonl", "in/a.jsonl"));
  CHECK(is_read("in/a.jsonl", "link.jsonl"));
  CHECK_FALSE(is_read("in/a.jsonl", "in/b.jsonl"));
  CHECK(is_read("in", "in/new.jsonl"));
  CHECK(is_read("in/", "in/new.jsonl"));
  CHECK_FALSE(is_read("in", "in/new.dat"));
  CHECK_FALSE(is_read("in", "in/sub/new.jsonl"));
  CHECK(is_read("in", "in/sub/new.jsonl", {entry("recursive", true)}));
  CHECK_FALSE(is_read("in", "new.jsonl", {entry("recursive", true)}));
  CHECK(is_read("in/*.jsonl", "in/new.jsonl"));
  CHECK(is_read("**/new*", "in/sub/new.jsonl"));
  CHECK_FALSE(is_read("in/*.csv", "in/new.jsonl"));
}
