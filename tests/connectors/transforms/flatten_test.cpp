#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("flatten joins the names of nested fields and leaves lists and empty objects") {
  CHECK(
    run_transform("flatten", "{}",
                  {R"({"z":1,"a":{"b":1.50,"c":{"d":2}},"e":[1,{"x":{"y":1}}],"f":{},"h":null})",
                   R"({"a":{"":1},"":{"x":2}})", R"([{"a":{"b":1}}])", "5"})
    == texts{R"({"z":1,"a__b":1.50,"a__c__d":2,"e":[1,{"x":{"y":1}}],"f":{},"h":null})",
             R"({"a__":1,"x":2})", R"([{"a":{"b":1}}])", "5"});
  CHECK(run_transform("flatten", R"({"separator":"."})", {R"({"a":{"b":1}})"})
        == texts{R"({"a.b":1})"});
  CHECK(run_transform("flatten", R"({"separator":""})", {R"({"a":{"b":1}})"})
        == texts{R"({"ab":1})"});
}

TEST_CASE("two fields that flatten to one name are an error that names the record", "[P121]") {
  CHECK(run_transform("flatten", "{}", {R"({"a":{"b":1}})", R"({"a__b":1,"a":{"b":1}})"})
        == texts{R"(record 2: two fields would both be named "a__b")"});
}

TEST_CASE("flatten tells records apart that differ only in which fields are objects") {
  CHECK(run_transform("flatten", "{}",
                      {R"({"a":{"x":1,"y":{"p":2}},"b":3})", R"({"a":{"x":1,"y":2},"b":{"p":3}})",
                       R"({"a":{"x":1,"y":{"p":2}},"b":3})", R"({"a":1,"b":{"p":3}})",
                       R"({"a":{"p":1},"b":{}})"})
        == texts{R"({"a__x":1,"a__y__p":2,"b":3})", R"({"a__x":1,"a__y":2,"b__p":3})",
                 R"({"a__x":1,"a__y__p":2,"b":3})", R"({"a":1,"b__p":3})", R"({"a__p":1,"b":{}})"});
}

TEST_CASE("flatten goes as deep as JSON does") {
  std::string deep = "1";
  std::string name;
  for (auto i = 0; i < 500; ++i) {
    deep = R"({"k":)" + deep + "}";
    name += i == 0 ? "k" : "__k";
  }
  CHECK(run_transform("flatten", "{}", {deep}) == texts{"{\"" + name + "\":1}"});
}

TEST_CASE("flatten stays right over more layouts than are remembered") {
  texts records;
  texts wanted;
  for (auto i = 0; i < 3000; ++i) {
    auto n = std::to_string(i % 1500);
    records.push_back("{\"o\":{\"k" + n + "\":0},\"id\":" + n + "}");
    wanted.push_back("{\"o__k" + n + "\":0,\"id\":" + n + "}");
  }
  CHECK(run_transform("flatten", "{}", records) == wanted);
}
