#include "connectors/bytes/byte_writer.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/bytes/decompressed.hpp"
#include "tests/connectors/sink_run.hpp"
#include "tests/temp_folder.hpp"

using namespace faucet;
using namespace faucet::test;
using names = std::vector<std::string>;

TEST_CASE("the jsonl sink writes a line a record, whatever the record is") {
  temp_folder folder;
  sink_run run{"jsonl", at(folder, "a.jsonl")};
  run.write({R"({"n":12345678901234567890123,"x":[1.50,null]})", "5", R"("x")"}).close();
  CHECK(folder.read("a.jsonl") == "{\"n\":12345678901234567890123,\"x\":[1.50,null]}\n5\n\"x\"\n");
  CHECK(folder.names() == names{"a.jsonl"});
}

TEST_CASE("the jsonl sink shows rows with a checkpoint and keeps just those after a failure") {
  auto how = GENERATE(ending::failed, ending::cancelled);
  temp_folder folder;
  folder.write("a.jsonl", "old\n");
  {
    sink_run run{"jsonl", at(folder, "a.jsonl")};
    run.write({"1"}).close(how);
  }
  CHECK(folder.read("a.jsonl") == "old\n");
  {
    sink_run run{"jsonl", at(folder, "a.jsonl")};
    run.write({"1"}).flush().write({"2"}).flush().write({"3"}).close(how);
  }
  CHECK(folder.read("a.jsonl") == "1\n2\n");
  CHECK(folder.names() == names{"a.jsonl"});
}

TEST_CASE("a jsonl sink that resumes extends what it had written, also compressed") {
  auto name = GENERATE("a.jsonl", "a.jsonl.gz", "a.jsonl.zst");
  temp_folder folder;
  auto how = resolve(compression::automatic, name);
  sink_run{"jsonl", at(folder, name)}.write({"1"}).flush().close(ending::cancelled);
  sink_run{"jsonl", at(folder, name), {.resuming = true}}.write({"2"}).close();
  CHECK(decompressed(folder.read(name), how) == "1\n2\n");
  sink_run{"jsonl", at(folder, name)}.write({"3"}).close();
  CHECK(decompressed(folder.read(name), how) == "3\n");
}

TEST_CASE("a jsonl sink that resumes a file which is gone starts it anew") {
  temp_folder folder;
  sink_run{"jsonl", at(folder, "a.jsonl"), {.resuming = true}}.write({"2"}).close();
  CHECK(folder.read("a.jsonl") == "2\n");
}

TEST_CASE("a run without records leaves an empty file") {
  temp_folder folder;
  folder.write("a.jsonl", "old\n");
  sink_run{"jsonl", at(folder, "a.jsonl")}.close();
  CHECK(folder.read("a.jsonl").empty());
  CHECK(folder.names() == names{"a.jsonl"});
}

TEST_CASE("appended lines stand behind those that were there, whatever the ending") {
  auto how = GENERATE(ending::completed, ending::failed, ending::cancelled);
  temp_folder folder;
  folder.write("a.jsonl", "old\n");
  sink_run{"jsonl", at(folder, "a.jsonl", "append: true")}.write({"1"}).close(how);
  CHECK(folder.read("a.jsonl") == "old\n1\n");
}

TEST_CASE("a torn last line is cut off before lines are appended, with a warning") {
  temp_folder folder;
  folder.write("a.jsonl", "{\"a\":1}\n{\"a\":");
  sink_run run{"jsonl", at(folder, "a.jsonl", "append: true")};
  run.write({"2"}).close();
  CHECK(folder.read("a.jsonl") == "{\"a\":1}\n2\n");
  REQUIRE(run.warnings().size() == 1);
  CHECK_THAT(run.warnings()[0], Catch::Contains("a.jsonl: the last record"));
}

TEST_CASE("a last line that lacks nothing but its end is kept") {
  temp_folder folder;
  folder.write("a.jsonl", "{\"a\":1}\n{\"a\":2}");
  sink_run run{"jsonl", at(folder, "a.jsonl", "append: true")};
  run.write({"3"}).close();
  CHECK(folder.read("a.jsonl") == "{\"a\":1}\n{\"a\":2}\n3\n");
  CHECK(run.warnings().empty());
}

TEST_CASE("a torn line longer than a block is cut off whole") {
  temp_folder folder;
  folder.write("a.jsonl", "1\n\"" + std::string(200'000, 'x'));
  sink_run{"jsonl", at(folder, "a.jsonl", "append: true")}.write({"2"}).close();
  CHECK(folder.read("a.jsonl") == "1\n2\n");
}

TEST_CASE("a compressed file is appended to by rewriting, so that a crash tears nothing",
          "[P308]") {
  auto name = GENERATE("a.jsonl.gz", "a.jsonl.zst");
  auto how = resolve(compression::automatic, name);
  temp_folder folder;
  sink_run{"jsonl", at(folder, name)}.write({"1"}).close();
  auto before = folder.read(name);
  {
    sink_run crashed{"jsonl", at(folder, name, "append: true")};
    crashed.write({R"("lost")"}).flush();
  }
  sink_run run{"jsonl", at(folder, name, "append: true")};
  run.write({"2"});
  CHECK(decompressed(folder.read(name), how) == "1\n\"lost\"\n");
  run.close();
  CHECK(decompressed(folder.read(name), how) == "1\n\"lost\"\n2\n");
  folder.write(name, before.substr(0, before.size() - 3));
  auto torn = make_sink("jsonl", at(folder, name, "append: true"));
  REQUIRE(torn);
  auto refused = (*torn)->open({}, {});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().which == (folder / name).string());
}

TEST_CASE("a torn last line within a whole compressed file is cut off", "[P308]") {
  temp_folder folder;
  {
    auto file = open_output({folder / "a.gz"}, {});
    REQUIRE(file);
    byte_writer writer{std::move(*file), compression::gzip};
    writer.text().append("1\n\"tor");
    REQUIRE(writer.flush({}));
  }
  sink_run run{"jsonl", at(folder, "a.gz", "append: true")};
  run.write({"2"}).close();
  CHECK(decompressed(folder.read("a.gz"), compression::gzip) == "1\n2\n");
  CHECK(run.warnings().size() == 1);
}

TEST_CASE("pretty records stand over several lines") {
  temp_folder folder;
  sink_run{"jsonl", at(folder, "a", "pretty: true")}.write({R"({"a":[1]})", "{}"}).close();
  CHECK(folder.read("a") == "{\n  \"a\": [\n    1\n  ]\n}\n{}\n");
}

TEST_CASE("missing parents of a jsonl file are made") {
  temp_folder folder;
  sink_run{"jsonl", at(folder, "deep/er/a.jsonl")}.write({"1"}).close();
  CHECK(folder.read("deep/er/a.jsonl") == "1\n");
}

TEST_CASE("options that the jsonl sink cannot honour are refused with their line") {
  CHECK(refused_sink("jsonl", "path: a\nencryption: {key: x}")
        == "sink.yaml:2: \"encryption\" is not supported by this build");
  CHECK(refused_sink("jsonl", "path: ''") == "sink.yaml:1: \"path\" is empty");
  CHECK(refused_sink("jsonl", "path: a.faucet-tmp")
        == "sink.yaml:1: \"path\" has an ending that is reserved for files being written");
  CHECK(refused_sink("jsonl", "path: a\nbatch_size: 5") == "accepted");
}

TEST_CASE("a sink names the file it writes, for the check that no two write one", "[P128]") {
  auto sink = make_sink("jsonl", "path: some/a.jsonl");
  REQUIRE(sink);
  CHECK((*sink)->writes() == std::vector<std::filesystem::path>{"some/a.jsonl"});
}
