#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("split cuts a string at each delimiter and leaves everything else alone") {
  CHECK(run_transform("split", R"({"field":"a","delimiter":","})",
                      {R"({"a":"x, y,,é","q":1})", R"({"a":""})", R"({"a":5})", R"({"a":null})",
                       R"({"b":1})", R"({"a":["x"]})", "[1]"})
        == texts{R"({"a":["x"," y","","é"],"q":1})", R"({"a":[""]})", R"({"a":5})", R"({"a":null})",
                 R"({"b":1})", R"({"a":["x"]})", "[1]"});
}

TEST_CASE("split trims elements and writes them into another field") {
  CHECK(run_transform("split", R"({"field":"a","delimiter":", ","trim":true,"into":"b"})",
                      {R"({"a":" x,  y , ","q":1})", R"({"b":7})", R"({"a":"1","b":3})"})
        == texts{R"({"a":" x,  y , ","q":1,"b":["x","y",""]})", R"({"b":7})",
                 R"({"a":"1","b":["1"]})"});
}

TEST_CASE("split with an empty delimiter cuts nothing") {
  CHECK(run_transform("split", R"({"field":"a","delimiter":""})", {R"({"a":"xyz"})"})
        == texts{R"({"a":["xyz"]})"});
}

TEST_CASE("join writes elements as text, every digit kept") {
  CHECK(run_transform("join", R"({"field":"a","delimiter":","})",
                      {R"({"a":[1,1.50,12345678901234567890123,true,null,{"b":[1]},["q"],"é"]})",
                       R"({"a":[]})", R"({"a":["",""]})", R"({"a":5})", R"({"a":null})",
                       R"({"b":1})", "5"})
        == texts{R"({"a":"1,1.50,12345678901234567890123,true,,{\"b\":[1]},[\"q\"],é"})",
                 R"({"a":""})", R"({"a":","})", R"({"a":5})", R"({"a":null})", R"({"b":1})", "5"});
}

TEST_CASE("join into another field keeps the list") {
  CHECK(run_transform("join", R"({"field":"a","delimiter":"","into":"j"})",
                      {R"({"a":["x","y"]})", R"({"j":1,"a":[2]})", R"({"j":5})"})
        == texts{R"({"a":["x","y"],"j":"xy"})", R"({"j":"2","a":[2]})", R"({"j":5})"});
}

TEST_CASE("what was split joins to the same text") {
  auto made = make_transform("split", R"({"field":"a","delimiter":"::"})");
  auto back = make_transform("join", R"({"field":"a","delimiter":"::"})");
  REQUIRE(made);
  REQUIRE(back);
  texts input{R"({"a":"::x:::y::"})"};
  CHECK(*run_transform(**back, *run_transform(**made, input)) == input);
}

TEST_CASE("split trims the white space of Unicode") {
  CHECK(run_transform("split", R"({"field":"a","delimiter":",","trim":true})",
                      {R"({"a":"\u00a0x\u2003,\t y"})"})[0]
        == R"({"a":["x","y"]})");
}
