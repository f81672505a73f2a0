#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("filter compares numbers by value and integers exactly", "[P124]") {
  texts input{R"({"a":1})",
              R"({"a":1.0})",
              R"({"a":1e0})",
              R"({"a":"1"})",
              R"({"a":true})",
              R"({"a":[1]})",
              R"({"a":9007199254740992})",
              R"({"a":9007199254740993})",
              R"({"a":9007199254740993.0})",
              R"({"a":null})",
              R"({"b":1})"};
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":1})", input)
        == texts{input[0], input[1], input[2]});
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":1.0})", input)
        == texts{input[0], input[1], input[2]});
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":"1"})", input) == texts{input[3]});
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":9007199254740993})", input)
        == texts{input[7], input[8]});
  CHECK(run_transform("filter", R"({"path":"a","op":"in","value":[true,9007199254740992,[1.0]]})",
                      input)
        == texts{input[4], input[5], input[6]});
}

TEST_CASE("integers beyond int64 are told apart by a filter", "[P125]") {
  texts input{R"({"a":18446744073709551615})", R"({"a":18446744073709551616})",
              R"({"a":123456789012345678901234567890})"};
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":18446744073709551615})", input)
        == texts{input[0]});
  CHECK(run_transform("filter", R"({"path":"a","op":"ne","value":18446744073709551615})", input)
        == texts{input[1], input[2]});
}

TEST_CASE("ne and not_in keep records that lack the path") {
  texts input{R"({"a":1.0})", R"({"a":null})", R"({"b":1})", R"({"a":2})", "5", R"("text")"};
  CHECK(run_transform("filter", R"({"path":"a","op":"ne","value":1})", input)
        == texts{input[1], input[2], input[3], input[4], input[5]});
  CHECK(run_transform("filter", R"({"path":"a","op":"not_in","value":[1,null]})", input)
        == texts{input[2], input[3], input[4], input[5]});
  CHECK(run_transform("filter", R"({"path":"a","op":"in","value":[1,null]})", input)
        == texts{input[0], input[1]});
  CHECK(run_transform("filter", R"({"path":"a","op":"in","value":[]})", input).empty());
}

TEST_CASE("exists keeps records with a value that is not null") {
  CHECK(run_transform("filter", R"({"path":"$.a.b","op":"exists"})",
                      {R"({"a":{"b":false}})", R"({"a":{"b":null}})", R"({"a":1})", R"({"a.b":1})",
                       R"({"a":{"b":""}})", "[]"})
        == texts{R"({"a":{"b":false}})", R"({"a":{"b":""}})"});
}

TEST_CASE("filter compares whole objects without regard to field order") {
  CHECK(run_transform("filter", R"({"path":"a","op":"eq","value":{"x":1,"y":["é"]}})",
                      {R"({"a":{"y":["é"],"x":1.0}})", R"({"a":{"x":1}})"})
        == texts{R"({"a":{"y":["é"],"x":1.0}})"});
}

TEST_CASE("mistakes in a filter's options are told with file and line") {
  auto message = [](std::string_view options) {
    return run_transform("filter", options, {}).at(0);
  };
  CHECK(message(R"({"path":"a..b","op":"exists"})").find("test.yaml:2: the path \"a..b\"") == 0);
  CHECK(message(R"({"path":"a","op":"eq"})").find("test.yaml:1: ") == 0);
  CHECK(message(R"({"path":"a","op":"ne","value":null})").find("test.yaml:4: ") == 0);
  CHECK(message(R"({"path":"a","op":"in","value":1})").find("need a list") != std::string::npos);
  CHECK(message(R"({"path":"a","op":"exists","value":1})").find("no value") != std::string::npos);
  CHECK(message(R"({"path":"a","op":"like","value":1})").find("one of eq, ne")
        != std::string::npos);
}
