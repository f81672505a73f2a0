#include "cluster/claimed_plan.hpp"
#include "tests/catch.hpp"
#include "tests/temp_folder.hpp"

#include <filesystem>

using namespace faucet;

namespace {

/// What is said of a pipeline whose source reads `path`; empty where nothing is.
std::string refusal_of(const std::string& path, const closed_places& closed = closed_places{}) {
  execution_place place{.connectors = &built_in_catalogue(), .variables = {}};
  place.closed = closed;
  auto checked =
    check_submission({"version: 1\nname: p\npipeline:\n  source: {type: csv, config: "
                      "{path: '"
                        + path + "'}}\n  sink: {type: jsonl, config: {path: out.jsonl}}\n",
                      "yaml"},
                     place);
  return checked ? "" : render(checked.error());
}

} // namespace

TEST_CASE("a submitted pipeline names nothing of the machine's processes and devices") {
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

TEST_CASE("a link to a closed place is closed") {
  test::temp_folder folder;
  std::filesystem::create_directory_symlink("/proc", folder / "link");
  CHECK_THAT(refusal_of((folder / "link/self/environ").string()), Catch::Contains("may not touch"));
}

TEST_CASE("what a node keeps for itself is closed, and what lies beside it is not") {
  test::temp_folder folder;
  std::vector<std::filesystem::path> own{folder / "faucet.token"};
  closed_places closed{own};
  CHECK_THAT(refusal_of((folder / "faucet.token").string(), closed),
             Catch::Contains("may not touch"));
  CHECK_THAT(refusal_of((folder / "*").string(), closed), Catch::Contains("may not touch"));
  CHECK_THAT(refusal_of("sqlite:file:" + (folder / "faucet.token").string(), closed),
             Catch::Contains("may not touch"));
  CHECK_THAT(refusal_of("sqlite:" + (folder / "faucet.token").string(), closed),
             Catch::Contains("may not touch"));
  CHECK(refusal_of((folder / "other.csv").string(), closed).empty());
  CHECK(refusal_of((folder / "*.csv").string(), closed).empty());
  CHECK(refusal_of("proc/self.csv", closed).empty());
  CHECK(refusal_of("/process/in.csv", closed).empty());
}
