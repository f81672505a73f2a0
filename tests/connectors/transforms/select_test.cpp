#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("select keeps the listed fields in the order of the list") {
  CHECK(run_transform("select", R"({"fields":["c","a","missing","c"]})",
                      {R"({"a":1,"b":2,"c":1.50})", R"({"b":1})", R"({"c":null,"a":{"x":[]}})"})
        == texts{R"({"c":1.50,"a":1})", "{}", R"({"c":null,"a":{"x":[]}})"});
}

TEST_CASE("select leaves records that are no objects as they are") {
  CHECK(run_transform("select", R"({"fields":["a"]})", {"[1]", "3", "null", "\"s\""})
        == texts{"[1]", "3", "null", "\"s\""});
}

TEST_CASE("select takes a name with a point literally") {
  CHECK(run_transform("select", R"({"fields":["a.b"]})", {R"({"a":{"b":1},"a.b":2})"})
        == texts{R"({"a.b":2})"});
}

TEST_CASE("select without a field leaves empty records") {
  CHECK(run_transform("select", R"({"fields":[]})", {R"({"a":1})", "{}"}) == texts{"{}", "{}"});
}

TEST_CASE("select stays right over more shapes than are remembered") {
  texts records;
  texts wanted;
  for (auto i = 0; i < 3000; ++i) {
    auto n = std::to_string(i);
    records.push_back("{\"k" + n + "\":0,\"id\":" + n + "}");
    wanted.push_back("{\"id\":" + n + "}");
  }
  CHECK(run_transform("select", R"({"fields":["id"]})", records) == wanted);
}
