#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("drop removes the listed fields and keeps the others in order") {
  CHECK(run_transform("drop", R"({"fields":["b","missing"]})",
                      {R"({"a":1,"b":2,"c":3})", R"({"b":1})", R"({"z":0})", "[1]"})
        == texts{R"({"a":1,"c":3})", "{}", R"({"z":0})", "[1]"});
}

TEST_CASE("drop with an empty list changes nothing") {
  CHECK(run_transform("drop", R"({"fields":[]})", {R"({"a":1})"}) == texts{R"({"a":1})"});
}

TEST_CASE("drop takes a name with a point literally") {
  CHECK(run_transform("drop", R"({"fields":["a.b"]})", {R"({"a":{"b":1},"a.b":2})"})
        == texts{R"({"a":{"b":1}})"});
}
