#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("redact masks the listed fields whatever they hold") {
  CHECK(run_transform("redact", R"({"fields":["v","x"]})",
                      {R"({"v":"1","y":2})", R"({"v":null,"x":{"a":1}})", R"({"y":1})", "[1]"})
        == texts{R"({"v":"***","y":2})", R"({"v":"***","x":"***"})", R"({"y":1})", "[1]"});
}

TEST_CASE("a mask may be any JSON") {
  CHECK(run_transform("redact", R"({"fields":["v"],"mask":{"a":[1,null]}})", {R"({"v":"1"})"})
        == texts{R"({"v":{"a":[1,null]}})"});
  CHECK(run_transform("redact", R"({"fields":["v"],"mask":null})", {R"({"v":"1"})"})
        == texts{R"({"v":null})"});
}
