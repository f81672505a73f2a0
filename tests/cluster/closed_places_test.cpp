#include "cluster/claimed_plan.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <cstdio>
#include <filesystem>
#include <memory>

using namespace faucet;

namespace {

/// Why a pipeline whose source reads `path` is not let in; empty where it is.
std::string refusal_of(const std::string& path, std::vector<std::filesystem::path> own = {}) {
  execution_place place{.connectors = &built_in_catalogue(), .variables = {}};
  place.bounds = pipeline_bounds{{.own_files = std::move(own)}};
  auto checked = check_submission(
    {"version: 1\nname: p\npipeline:\n  source: {type: file, config: "
     "{path: '"
       + path + "', format: csv}}\n  sink: {type: jsonl, config: {path: out.jsonl}}\n",
     "yaml"},
    place);
  INFO((checked ? "" : render(checked.error())));
  return checked.value().forbidden;
}

} // namespace

TEST_CASE("a submitted pipeline names nothing of the machine's processes and devices", "[P215]") {
  auto path = GENERATE(as<std::string>{}, "/proc/self/environ", "/sys/kernel/x", "/dev/sda",
                       "//proc/self/environ", "/tmp/../proc/self/environ", "/proc",
                       "../../../../../../../../proc/self/environ", "/p*/self/environ",
                       "/[p]roc/self/environ", "/???c/1/environ");
  CHECK_THAT(refusal_of(path), Catch::Contains("may not touch") && Catch::Contains(path));
}

TEST_CASE("a submitted pipeline puts no such file into a value") {
  auto path = GENERATE(as<std::string>{}, "/proc/self/environ", "/tmp/../proc/self/environ");
  CHECK_THAT(refusal_of("/tmp/${file:" + path + "}.csv"), Catch::Contains("may not touch"));
}

TEST_CASE("a link that leads nowhere yet is followed all the same") {
  test::temp_folder folder;
  std::filesystem::create_symlink(folder / "faucet.token", folder / "link");
  std::filesystem::create_symlink("link", folder / "another");
  CHECK_THAT(refusal_of((folder / "another").string(), {folder / "faucet.token"}),
             Catch::Contains("may not touch"));
  std::filesystem::create_symlink("circle", folder / "circle");
  CHECK(refusal_of((folder / "circle").string()).empty());
}

TEST_CASE("a way that goes by a closed place is closed, wherever it ends") {
  test::temp_folder folder;
  folder.write("open.csv", "a\n");
  auto file = std::unique_ptr<std::FILE, decltype(&std::fclose)>{
    std::fopen((folder / "open.csv").c_str(), "r"), std::fclose};
  CHECK_THAT(refusal_of("/dev/fd/" + std::to_string(::fileno(file.get()))),
             Catch::Contains("may not touch"));
}

TEST_CASE("files of variables are closed wherever they are") {
  CHECK_THAT(refusal_of("/somewhere/.env"), Catch::Contains("may not touch"));
  CHECK(refusal_of("/somewhere/x.env").empty());
}

TEST_CASE("a folder or a pattern is closed where something closed lies in it") {
  test::temp_folder folder;
  std::vector<std::filesystem::path> own{folder / "state/faucet.token"};
  auto in = [&](const std::string& path) { return refusal_of((folder / path).string(), own); };
  for (const auto* path :
       {"", "state", "state/", "./state/.", "state/*", "*/*", "**", "**/*.token", "s*/faucet.*"}) {
    INFO(path);
    CHECK_THAT(in(path), Catch::Contains("may not touch"));
  }
  for (const auto* path :
       {"data", "*.csv", "state/*.csv", "*/in.csv", "**/in.csv", "*", "state/*/in.csv"}) {
    INFO(path);
    CHECK(in(path).empty());
  }
}

TEST_CASE("a hard link to a closed file is closed, by whatever path it is reached") {
  test::temp_folder folder;
  folder.write("faucet.token", "secret");
  std::filesystem::create_directories(folder / "in/deep");
  std::vector<std::filesystem::path> own{folder / "faucet.token"};
  auto in = [&](const std::string& path) { return refusal_of((folder / path).string(), own); };
  folder.write("in/deep/a.csv", "a\n");
  for (const auto* path : {"in/deep/b.csv", "in/deep", "in", "in/**/*.csv", "in/deep/?.csv"}) {
    CHECK(in(path).empty());
  }
  std::filesystem::create_hard_link(folder / "faucet.token", folder / "in/deep/b.csv");
  for (const auto* path : {"in/deep/b.csv", "in/deep", "in", "in/**/*.csv", "in/deep/?.csv"}) {
    INFO(path);
    CHECK_THAT(in(path), Catch::Contains("may not touch"));
  }
  for (const auto* path : {"in/deep/a.csv", "in/*.csv", "in/**/a.csv"}) {
    INFO(path);
    CHECK(in(path).empty());
  }
}

TEST_CASE("a folder with a link to a closed file is closed, for whoever opens what is in it") {
  test::temp_folder folder;
  std::vector<std::filesystem::path> own{folder / "faucet.token"};
  std::filesystem::create_directory(folder / "state");
  folder.write("data.csv", "a\n");
  std::filesystem::create_symlink("../data.csv", folder / "state/p%3A%3Arow-1.json");
  CHECK(refusal_of((folder / "state").string(), own).empty());
  std::vector<std::filesystem::path> roots{folder / "state"};
  CHECK(closed_places({}, roots).objection((folder / "state").string())); // it leads out of them
  roots.push_back(folder.path());
  CHECK_FALSE(closed_places({}, roots).objection((folder / "state").string()));
  std::filesystem::create_symlink("../faucet.token", folder / "state/p%3A%3Arow-0.json");
  CHECK_THAT(refusal_of((folder / "state").string(), own), Catch::Contains("may not touch"));
}

TEST_CASE("a link to a closed place is closed") {
  test::temp_folder folder;
  std::filesystem::create_directory_symlink("/proc", folder / "link");
  CHECK_THAT(refusal_of((folder / "link/self/environ").string()), Catch::Contains("may not touch"));
}

TEST_CASE("what a node keeps for itself is closed, and what lies beside it is not") {
  test::temp_folder folder;
  std::vector<std::filesystem::path> closed{folder / "faucet.token"};
  CHECK_THAT(refusal_of((folder / "faucet.token").string(), closed),
             Catch::Contains("may not touch"));
  CHECK_THAT(refusal_of((folder / "*").string(), closed), Catch::Contains("may not touch"));
  CHECK(refusal_of((folder / "other.csv").string(), closed).empty());
  CHECK(refusal_of((folder / "*.csv").string(), closed).empty());
  CHECK(refusal_of("proc/self.csv", closed).empty());
  CHECK(refusal_of("/process/in.csv", closed).empty());
}
