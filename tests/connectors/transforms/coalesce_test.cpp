#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("coalesce fills a missing or null field with its default, every digit kept") {
  CHECK(run_transform("coalesce", R"({"field":"a","default":18446744073709551615})",
                      {R"({"a":null,"z":1})", R"({"z":1})", R"({"a":"","z":1})", R"({"a":0})",
                       R"({"a":false})", "5"})
        == texts{R"({"a":18446744073709551615,"z":1})", R"({"z":1,"a":18446744073709551615})",
                 R"({"a":"","z":1})", R"({"a":0})", R"({"a":false})", "5"});
}

TEST_CASE("coalesce takes the first other field that is there and not null") {
  CHECK(run_transform("coalesce", R"({"field":"a","from":["b","c"]})",
                      {R"({"a":null,"b":null,"c":1.50})", R"({"b":"","c":3})", R"({"z":1})",
                       R"({"c":{"q":[1]}})", R"({"a":2,"b":3})"})
        == texts{R"({"a":1.50,"b":null,"c":1.50})", R"({"b":"","c":3,"a":""})", R"({"z":1})",
                 R"({"c":{"q":[1]},"a":{"q":[1]}})", R"({"a":2,"b":3})"});
}

TEST_CASE("an empty string counts as null for coalesce only when asked for") {
  CHECK(run_transform("coalesce",
                      R"({"field":"a","from":["b","c"],"treat_empty_string_as_null":true})",
                      {R"({"a":"","b":"","c":"x"})", R"({"a":"","b":""})", R"({"a":" ","c":1})"})
        == texts{R"({"a":"x","b":"","c":"x"})", R"({"a":"","b":""})", R"({"a":" ","c":1})"});
}

TEST_CASE("coalesce takes exactly one of default and from") {
  auto message = [](std::string_view options) {
    return run_transform("coalesce", options, {}).at(0);
  };
  CHECK(message(R"({"field":"a"})").find("test.yaml:1: coalesce needs exactly one") == 0);
  CHECK(message(R"({"field":"a","default":null})").find("exactly one") != std::string::npos);
  CHECK(
    message(R"({"field":"a","default":1,"from":["b"]})").find("test.yaml:4: coalesce takes either")
    == 0);
  CHECK(message(R"({"default":1})").find("\"field\"") != std::string::npos);
}
