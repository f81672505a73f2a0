#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("explode makes a record of each element, objects with prefixed fields") {
  CHECK(
    run_transform("explode", R"({"path":"items"})",
                  {R"({"id":1,"items":[{"a":1.50,"é":2},{"a":{"b":[1]}}],"z":9})",
                   R"({"id":2,"items":[5,"x",null,[1,2]]})", R"({"id":3,"items":[{},{"a":1},7]})"})
    == texts{R"({"id":1,"z":9,"items_a":1.50,"items_é":2})",
             R"({"id":1,"z":9,"items_a":{"b":[1]}})", R"({"id":2,"items":5})",
             R"({"id":2,"items":"x"})", R"({"id":2,"items":null})", R"({"id":2,"items":[1,2]})",
             R"({"id":3})", R"({"id":3,"items_a":1})", R"({"id":3,"items":7})"});
}

TEST_CASE("explode replaces a nested list where it stands") {
  CHECK(run_transform("explode", R"({"path":"$.o.p['i.s']","separator":"."})",
                      {R"({"id":1,"o":{"p":{"i.s":[{"a":1},5],"k":2},"q":3},"z":4})"})
        == texts{R"({"id":1,"o":{"p":{"k":2,"i.s.a":1},"q":3},"z":4})",
                 R"({"id":1,"o":{"p":{"i.s":5,"k":2},"q":3},"z":4})"});
}

TEST_CASE("explode with an empty prefix leaves names alone") {
  CHECK(run_transform("explode", R"({"path":"items","prefix":""})",
                      {R"({"id":1,"items":[{"items":3},{"a":1}]})"})
        == texts{R"({"id":1,"items":3})", R"({"id":1,"a":1})"});
  CHECK(run_transform("explode", R"({"path":"items","prefix":"p"})", {R"({"items":[{"a":1}]})"})
        == texts{R"({"p_a":1})"});
}

TEST_CASE("explode refuses an element field that another field would be lost to", "[P121]") {
  CHECK(run_transform("explode", R"({"path":"items"})",
                      {R"({"items":[1]})", R"({"items_a":9,"items":[{"a":1}]})"})
          .at(0)
          .find("record 2, field \"items\": an element has a field \"a\"")
        == 0);
}

TEST_CASE("records without elements pass, are dropped, or end the run as explode is told") {
  texts input{R"({"items":[]})", R"({"id":2})", R"({"items":null})", R"({"items":{"a":1}})", "5"};
  CHECK(run_transform("explode", R"({"path":"items"})", input) == input);
  CHECK(run_transform("explode", R"({"path":"items","on_missing":"drop"})", input).empty());
  for (const auto& record : input) {
    INFO(record);
    auto message = run_transform("explode", R"({"path":"items","on_missing":"error"})",
                                 {R"({"items":[1]})", record})
                     .at(0);
    CHECK(message.find("record 2, field \"items\": there is no list") == 0);
  }
}

TEST_CASE("explode carries values from anywhere in the original record") {
  CHECK(
    run_transform(
      "explode",
      R"({"path":"o.items","carry":{"oid":"$.o.id","gone":"nope","id":"o.items[0]","all":"o"}})",
      {R"({"id":1,"o":{"items":[{"a":1},5],"id":8}})", R"({"id":2,"o":{"items":[],"id":3}})"})
    == texts{
      R"({"id":{"a":1},"o":{"id":8,"items_a":1},"oid":8,"all":{"items":[{"a":1},5],"id":8}})",
      R"({"id":{"a":1},"o":{"items":5,"id":8},"oid":8,"all":{"items":[{"a":1},5],"id":8}})",
      R"({"id":2,"o":{"items":[],"id":3},"oid":3,"all":{"items":[],"id":3}})"});
}

TEST_CASE("mistakes in the paths of explode are told with file and line") {
  CHECK(run_transform("explode", R"({"path":"a[0]"})", {}).at(0).find("test.yaml:2: ") == 0);
  CHECK(
    run_transform("explode", R"({"path":"a","carry":{"x":"a..b"}})", {}).at(0).find("test.yaml:3: ")
    == 0);
}
