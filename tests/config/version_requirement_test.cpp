#include "config/version_requirement.hpp"
#include "tests/catch.hpp"
#include "tests/config/row_text.hpp"

using namespace faucet;

TEST_CASE("a requirement of versions is met by the releases it describes") {
  auto met = [](release_number release, std::string_view requirement) {
    auto result = meets(release, requirement);
    REQUIRE(result);
    return *result;
  };
  for (auto requirement : {">=1.15",
                           "^1.2",
                           "1",
                           "1.17",
                           "1.17.0",
                           "=1.17",
                           "~1.17.0",
                           "~1",
                           "*",
                           "1.*",
                           "1.x",
                           ">1.16",
                           "<2",
                           "<=1.17",
                           "<=1",
                           ">=1.0, <2",
                           " >= 1 , < 1.18 ",
                           ">1.17.0-beta.1",
                           "1.17.0+build.5",
                           "=1.17.0"}) {
    INFO(requirement);
    CHECK(met({1, 17, 0}, requirement));
  }
  for (auto requirement :
       {">=99", "^2", "2", "1.18", "1.17.1", "=1.16", "~1.16", "~0", "0.*", ">1.17", ">1", "<1.17",
        "<=1.16", ">=1.0, <1.5", "=1.17.0-beta.1", ">1.17.0"}) {
    INFO(requirement);
    CHECK_FALSE(met({1, 17, 0}, requirement));
  }
  CHECK(met({0, 2, 9}, "^0.2.3"));
  CHECK_FALSE(met({0, 3, 0}, "^0.2.3"));
  CHECK(met({0, 0, 3}, "0.0.3"));
  CHECK_FALSE(met({0, 0, 4}, "0.0.3"));
  CHECK(met({0, 0, 4}, "0.0"));
  CHECK_FALSE(met({0, 1, 0}, "0.0"));
  CHECK(met({0, 9, 0}, "0"));
}

TEST_CASE("a file tells the versions it is written for, and is refused by others") {
  auto with = [](const std::string& requirement) {
    return test::refusal("requires_faucet: " + requirement
                         + "\npipeline: {source: {type: csv}, sink: {type: stdout}}\n");
  };
  CHECK(with("\">=1.15\"") == "accepted");
  CHECK(with("1.15") == "accepted");
  CHECK(with("\">=99\"")
        == "p.yaml:1: this file is written for faucet >=99; this build reads files of 1.17.0");
  for (auto requirement : {"abc", "\"\"", "\"~1.2.3 || 2\"", "\">=\"", "\"1.2.3.4\"", "\"1.-2\"",
                           "\">=1.*\"", "\"1,\"", "\"99999999999999999999\""}) {
    INFO(requirement);
    CHECK_THAT(with(requirement), Catch::Contains("is no requirement of versions"));
  }
  CHECK(test::refusal("requires_faucet: \">=99\"\nsomething: new\n")
        == "p.yaml:1: this file is written for faucet >=99; this build reads files of 1.17.0");
}
