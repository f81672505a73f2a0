#include "connectors/bytes/output_file.hpp"
#include "connectors/file/part_names.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/bytes/decompressed.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <future>

using namespace faucet;
using namespace faucet::test;
using names = std::vector<std::string>;

namespace {

std::string file_open_failure(std::string_view yaml) {
  auto sink = make_sink("file", yaml);
  REQUIRE(sink);
  auto opened = (*sink)->open({}, {});
  CHECK((*sink)->close(ending::failed)); // as every run does
  return opened ? "opened" : render(opened.error());
}

} // namespace

TEST_CASE("the format of a file sink goes by the ending, looking through compression") {
  temp_folder folder;
  names records{R"({"a":1,"b":"x"})", R"({"a":2})"};
  for (const auto* name :
       {"a.jsonl", "a.ndjson", "a.json", "a.csv", "a.txt", "a.csv.gz", "B.CSV"}) {
    sink_run{"file", at(folder, name)}.write(records).close();
  }
  auto json_lines = "{\"a\":1,\"b\":\"x\"}\n{\"a\":2}\n";
  CHECK(folder.read("a.jsonl") == json_lines);
  CHECK(folder.read("a.ndjson") == json_lines);
  CHECK(folder.read("a.txt") == json_lines);
  CHECK(folder.read("a.json") == R"([{"a":1,"b":"x"},{"a":2}])");
  CHECK(folder.read("a.csv") == "a,b\n1,x\n2,\n");
  CHECK(folder.read("B.CSV") == folder.read("a.csv"));
  CHECK(decompressed(folder.read("a.csv.gz"), compression::gzip) == "a,b\n1,x\n2,\n");
}

TEST_CASE("raw text is written as it is, anything else as JSON") {
  temp_folder folder;
  sink_run{"file", at(folder, "a.txt")}
    .write({R"("plain \"text\"")", R"({"text":"t"})", R"({"text":5})", R"({"text":"t","x":1})"})
    .close();
  CHECK(folder.read("a.txt") == "plain \"text\"\nt\n{\"text\":5}\n{\"text\":\"t\",\"x\":1}\n");
}

TEST_CASE("a JSON array is whole after each checkpoint and goes on after a resume") {
  auto name = GENERATE("a.json", "a.json.gz", "a.json.zst");
  auto how = resolve(compression::automatic, name);
  temp_folder folder;
  auto text = [&] { return decompressed(folder.read(name), how); };
  {
    sink_run run{"file", at(folder, name)};
    run.flush();
    CHECK(text() == "[]");
    run.write({"1"}).flush();
    CHECK(text() == "[1]");
    run.write({"2"}).flush();
    CHECK(text() == "[1,2]");
    run.write({"3"}).close(ending::failed);
  }
  CHECK(text() == "[1,2]");
  sink_run{"file", at(folder, name), {.resuming = true}}.write({"4"}).close();
  CHECK(text() == "[1,2,4]");
  sink_run{"file", at(folder, name)}.close();
  CHECK(text() == "[]");
  sink_run{"file", at(folder, name), {.resuming = true}}.write({"5"}).close();
  CHECK(text() == "[5]");
}

TEST_CASE("a file that is no array cannot be continued as one") {
  temp_folder folder;
  folder.write("a.json", "{}");
  auto sink = make_sink("file", at(folder, "a.json"));
  REQUIRE(sink);
  auto refused = (*sink)->open({}, {.resuming = true});
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error())
        == (folder / "a.json").string()
             + ": the file cannot be continued: it does not end as a JSON "
               "array");
}

TEST_CASE("files are rolled by records, numbered before their ending") {
  temp_folder folder;
  sink_run run{"file", at(folder, "a.csv.gz", "max_records_per_file: 2")};
  run.write({R"({"n":1})", R"({"n":2})", R"({"n":3})"}).write({R"({"n":4})", R"({"n":5})"});
  CHECK(folder.names()
        == names{"a-00001.csv.gz.faucet-tmp", "a-00002.csv.gz.faucet-tmp",
                 "a-00003.csv.gz.faucet-tmp"});
  run.close();
  CHECK(folder.names() == names{"a-00001.csv.gz", "a-00002.csv.gz", "a-00003.csv.gz"});
  CHECK(decompressed(folder.read("a-00002.csv.gz"), compression::gzip) == "n\n3\n4\n");
}

TEST_CASE("files are rolled by bytes, and named by their token or in a directory") {
  temp_folder folder;
  sink_run{"file", at(folder, "{part}-x.jsonl", "max_bytes_per_file: 4")}
    .write({"1", "2", "3"})
    .close();
  CHECK(folder.names() == names{"00001-x.jsonl", "00002-x.jsonl"});
  CHECK(folder.read("00001-x.jsonl") == "1\n2\n");
  sink_run{"file", at(folder, "d/", "format: json_array\ncompression: zstd")}.write({"1"}).close();
  CHECK(decompressed(folder.read("d/part-00001.json.zst"), compression::zstd) == "[1]");
}

TEST_CASE("of rolled files a failed run leaves those of its checkpoints only") {
  auto how = GENERATE(ending::failed, ending::cancelled);
  temp_folder folder;
  sink_run run{"file", at(folder, "a.jsonl", "max_records_per_file: 1")};
  run.write({"1", "2"}).flush().write({"3", "4"}).close(how);
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl"});
}

TEST_CASE("a part that was published already is rolled whole") {
  temp_folder folder;
  sink_run run{"file", at(folder, "a.jsonl", "max_records_per_file: 2")};
  run.write({"1"}).flush().write({"2", "3"}).flush().write({"4"}).flush().write({"5"}).close();
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl", "a-00003.jsonl"});
  CHECK(folder.read("a-00001.jsonl") == "1\n2\n");
  CHECK(folder.read("a-00002.jsonl") == "3\n4\n");
}

TEST_CASE("scratch files of earlier parts that a killed run left are removed by the next run") {
  temp_folder folder;
  folder.write("a-00007.jsonl.faucet-tmp", "half");
  folder.write("b-00007.jsonl.faucet-tmp", "another sink's");
  sink_run{"file", at(folder, "a.jsonl", "max_records_per_file: 1")}.write({"1"}).close();
  CHECK(folder.names() == names{"a-00001.jsonl", "b-00007.jsonl.faucet-tmp"});
}

TEST_CASE("scratch files of parts are left where their writer is alive") {
  temp_folder folder;
  auto yaml = at(folder, "a.jsonl", "max_records_per_file: 1");
  sink_run alive{"file", yaml};
  alive.write({"1", "2"}); // the first part is sealed, the second is being written
  part_names parts{(folder.path() / "a.jsonl").string(), ".jsonl", true};
  CHECK_FALSE(remove_abandoned(parts.unfinished_in(folder.path())));
  CHECK(file_open_failure(yaml)
        == (folder / "a-00001.jsonl").string() + ": another run is writing this file");
  alive.close();
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl"});
}

TEST_CASE("numbers go on behind the highest part when a run appends or resumes") {
  temp_folder folder;
  folder.write("a-00007.jsonl", "old\n");
  sink_run{"file", at(folder, "a-{part}.jsonl", "if_exists: append")}.write({"1"}).close();
  CHECK(folder.read("a-00008.jsonl") == "1\n");
  sink_run{"file", at(folder, "a-{part}.jsonl"), {.resuming = true}}.write({"2"}).close();
  CHECK(folder.read("a-00009.jsonl") == "2\n");
  sink_run{"file", at(folder, "a-{part}.jsonl")}.write({"3"}).close();
  CHECK(folder.names()
        == names{"a-00001.jsonl", "a-00007.jsonl", "a-00008.jsonl", "a-00009.jsonl"});
}

TEST_CASE("no numbered file is made without records") {
  temp_folder folder;
  sink_run{"file", at(folder, "a-{part}.jsonl")}.flush().close();
  CHECK(folder.names().empty());
}

TEST_CASE("a file that exists is replaced, appended to or an error, as chosen") {
  temp_folder folder;
  folder.write("a.jsonl", "0\n");
  CHECK(file_open_failure(at(folder, "a.jsonl", "if_exists: error"))
        == (folder / "a.jsonl").string() + ": the file exists already");
  CHECK(file_open_failure(at(folder, "a.jsonl", "mode: error_if_exists"))
        == (folder / "a.jsonl").string() + ": the file exists already");
  sink_run{"file", at(folder, "a.jsonl", "if_exists: append")}.write({"1"}).close();
  CHECK(folder.read("a.jsonl") == "0\n1\n");
  sink_run{"file", at(folder, "a.jsonl", "mode: overwrite")}.write({"2"}).close();
  CHECK(folder.read("a.jsonl") == "2\n");
  sink_run{"file", at(folder, "b.jsonl", "if_exists: error")}.write({"3"}).flush().close(
    ending::failed);
  sink_run{"file", at(folder, "b.jsonl", "if_exists: error"), {.resuming = true}}
    .write({"4"})
    .close();
  CHECK(folder.read("b.jsonl") == "3\n4\n");
}

TEST_CASE("a missing directory is made, or refused where it shall not be") {
  temp_folder folder;
  CHECK(file_open_failure(at(folder, "no/a.csv", "create_dirs: false"))
        == (folder / "no/a.csv").string() + ": the directory " + (folder / "no").string()
             + " does not exist");
  sink_run{"file", at(folder, "made/a.csv")}.write({R"({"a":1})"}).close();
  CHECK(folder.read("made/a.csv") == "a\n1\n");
}

TEST_CASE("a file sink widens its columns unless told otherwise", "[P118]") {
  temp_folder folder;
  sink_run run{"file", at(folder, "a.csv", "csv: {delimiter: \"\\t\", write_headers: true}")};
  run.write({R"({"a":1})"}).flush().write({R"({"b":2})"}).close();
  CHECK(folder.read("a.csv") == "a\tb\n1\t\n\t2\n");
  CHECK(run.warnings().empty());
}

TEST_CASE("a failed run in between leaves a file of its checkpoints, the next completes it",
          "[P83]") {
  temp_folder folder;
  sink_run{"file", at(folder, "a.csv")}
    .write({R"({"a":1})"})
    .flush()
    .write({R"({"b":2})"})
    .close(ending::failed);
  CHECK(folder.read("a.csv") == "a\n1\n");
  sink_run{"file", at(folder, "a.csv"), {.resuming = true}}.write({R"({"b":2})"}).close();
  CHECK(folder.read("a.csv") == "a,b\n1,\n,2\n");
}

TEST_CASE("overwrite replaces all files of the path when the run has succeeded, not before",
          "[P98]") {
  temp_folder folder;
  auto options = "write_mode: overwrite\nmax_records_per_file: 1";
  sink_run{"file", at(folder, "a.jsonl", options)}.write({"1", "2", "3"}).close();
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl", "a-00003.jsonl"});
  sink_run{"file", at(folder, "a.jsonl", options)}.write({"4"}).close(ending::failed);
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl", "a-00003.jsonl"});
  sink_run{"file", at(folder, "a.jsonl", options)}.write({"5"}).flush().write({"6"}).close(
    ending::failed);
  CHECK(folder.read("a-00001.jsonl") == "1\n");
  sink_run{"file", at(folder, "a.jsonl", options), {.resuming = true}}.write({"7"}).close();
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl"});
  CHECK(folder.read("a-00001.jsonl") == "5\n");
  CHECK(folder.read("a-00002.jsonl") == "7\n");
  sink_run{"file", at(folder, "a.jsonl", options)}.close();
  CHECK(folder.names().empty());
}

TEST_CASE("an interrupted overwrite is finished by the next run") {
  temp_folder folder;
  folder.write("a-00001.jsonl", "old");
  folder.write("a-00009.jsonl", "old");
  std::filesystem::create_directory(folder / ".faucet-overwrite-a-{part}.jsonl-complete");
  folder.write(".faucet-overwrite-a-{part}.jsonl-complete/a-00002.jsonl", "new");
  auto yaml = at(folder, "a-{part}.jsonl", "write_mode: overwrite");
  sink_run{"file", yaml}.write({"1"}).close(ending::cancelled);
  CHECK(folder.names() == names{"a-00001.jsonl", "a-00002.jsonl"});
}

TEST_CASE("one run at a time overwrites; the next owner of a run waits for the one before") {
  temp_folder folder;
  folder.write("a.jsonl", "old");
  auto yaml = at(folder, "a.jsonl", "write_mode: overwrite");
  sink_run earlier{"file", yaml};
  earlier.write({"1"}).flush();
  CHECK(file_open_failure(yaml)
        == (folder / "a.jsonl").string() + ": another run is writing this file");

  auto heir = make_sink("file", yaml);
  REQUIRE(heir);
  std::atomic<bool> warned = false;
  driver_context context{.patience_with_earlier_owner = std::chrono::minutes{1},
                         .warn = [&](const std::string&) { warned = true; }};
  auto opened =
    std::async(std::launch::async, [&] { return (*heir)->open(context, {.resuming = true}); });
  while (!warned && opened.wait_for(std::chrono::milliseconds{1}) == std::future_status::timeout) {
  }
  CHECK(warned);
  CHECK(folder.read("a.jsonl") == "old");
  earlier.close(ending::failed);
  REQUIRE(opened.get());
  REQUIRE((*heir)->write(page_of({"2"})));
  REQUIRE((*heir)->close(ending::completed));
  CHECK(folder.read("a.jsonl") == "1\n2\n");
}

TEST_CASE("one who was overtaken leaves the files of the next run alone") {
  temp_folder folder;
  auto area = folder / ".faucet-overwrite-a.jsonl";
  auto yaml = at(folder, "a.jsonl", "write_mode: overwrite");
  sink_run overtaken{"file", yaml};
  std::filesystem::rename(area, folder / "taken-away");
  std::filesystem::create_directory(area);
  overtaken.close(ending::failed);
  CHECK(std::filesystem::exists(area));

  sink_run late{"file", yaml};
  late.write({"1"}).flush();
  std::filesystem::rename(area, folder / "taken-away-too");
  std::filesystem::create_directory(area);
  CHECK(late.driver().close(ending::completed).error().what
        == "another run has begun to write this file");
  CHECK(std::filesystem::exists(area));

  sink_run other{"file", at(folder, "b.jsonl")};
  other.write({"1"});
  std::filesystem::remove(folder / "b.jsonl.faucet-tmp");
  folder.write("b.jsonl.faucet-tmp", "of the next run");
  other.close(ending::failed);
  CHECK(folder.read("b.jsonl.faucet-tmp") == "of the next run");
  std::filesystem::remove(folder / "b.jsonl.faucet-tmp");

  sink_run later{"file", at(folder, "b.jsonl")};
  later.write({"1"});
  std::filesystem::remove(folder / "b.jsonl.faucet-tmp");
  folder.write("b.jsonl.faucet-tmp", "of the next run");
  CHECK(later.driver().close(ending::completed).error().what
        == "another run has begun to write this file");
  CHECK(folder.read("b.jsonl.faucet-tmp") == "of the next run");
}

TEST_CASE("a full disk ends the file sink with the path and leaves the old file", "[P130]") {
  temp_folder folder;
  folder.write("a.jsonl", "old");
  ::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  ::getrlimit(RLIMIT_FSIZE, &before);
  rlimit small{100'000, before.rlim_max};
  sink_run run{"file", at(folder, "a.jsonl")};
  auto record = "\"" + std::string(1000, 'x') + "\"";
  ::setrlimit(RLIMIT_FSIZE, &small);
  auto refused = run.try_write(names(200, record));
  auto again = run.driver().flush();
  ::setrlimit(RLIMIT_FSIZE, &before);
  REQUIRE_FALSE(refused);
  CHECK(render(refused.error())
        == (folder / "a.jsonl.faucet-tmp").string() + ": cannot write: File too large");
  CHECK_FALSE(again); // what is behind the gap must not be published
  run.close(ending::failed);
  CHECK(folder.read("a.jsonl") == "old");
  CHECK(folder.names() == names{"a.jsonl"});
}

TEST_CASE("file sink options that cannot be honoured are refused with their line") {
  CHECK(refused_sink("file", "path: a.parquet")
        == "sink.yaml:1: path: this file format is not supported by this build");
  CHECK(refused_sink("file", "path: a\nformat: avro")
        == "sink.yaml:2: format: this file format is not supported by this build");
  CHECK_THAT(refused_sink("file", "path: a.dat"),
             Catch::StartsWith("sink.yaml:1: path: the ending does not tell the format"));
  CHECK(refused_sink("file", "path: d/")
        == "sink.yaml:1: path: a directory does not tell the format: set format");
  CHECK(refused_sink("file", "path: 'd{part}/a.csv'")
        == "sink.yaml:1: path: {part} may stand in the file name only");
  CHECK_THAT(refused_sink("file", "path: a.json\nmode: append"),
             Catch::StartsWith("sink.yaml:2: mode: append cannot add to a JSON array"));
  CHECK_THAT(refused_sink("file", "path: a.csv\nmax_rows_per_file: 0"),
             Catch::StartsWith("sink.yaml:2: max_records_per_file: expected"));
  CHECK(refused_sink("file", "path: a.csv\nif_exists: append\nwrite_mode: overwrite")
        == "sink.yaml:3: write_mode: overwrite replaces all files, so if_exists must be replace");
  CHECK(refused_sink("file", "path: a.csv\nencryption: {key: x}")
        == "sink.yaml:2: \"encryption\" is not supported by this build");
  CHECK(refused_sink("file", "path: a.csv\ncsv:\n  quote: ','")
        == "sink.yaml:3: \"quote\" cannot be the delimiter too");
}

TEST_CASE("a file sink names its file, or the first of its files", "[P128]") {
  auto names_of = [](std::string_view yaml) {
    auto sink = make_sink("file", yaml);
    REQUIRE(sink);
    return (*sink)->writes().front().string();
  };
  CHECK(names_of("path: a/b.csv") == "a/b.csv");
  CHECK(names_of("path: a/b.csv\nmax_records_per_file: 5") == "a/b-00001.csv");
}
