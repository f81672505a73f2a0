#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("spell_symbols writes out the symbols in keys, at every depth, and in no value") {
  CHECK(run_transform("spell_symbols", "{}",
                      {R"({"a%":"b%","n":{"x&y":"&"},"l":["&",{"<=":"%"}],"x-y_z(":5})", "[\"&\"]"})
        == texts{R"({"a percent ":"b%","n":{"x and y":"&"},"l":["&",{" lt  equals ":"%"}],)"
                 R"("x-y_z(":5})",
                 "[\"&\"]"});
}

TEST_CASE("every built-in symbol has its word") {
  CHECK(run_transform("spell_symbols", R"({"separator":""})",
                      {R"({"#,$,%,&,*,+,/,<,=,>,@,\\,^,|,~":1})"})
        == texts{R"({"number,dollar,percent,and,star,plus,slash,lt,equals,gt,at,backslash,caret,)"
                 R"(pipe,tilde":1})"});
}

TEST_CASE("further symbols override the built-in ones and the longest one wins") {
  CHECK(run_transform("spell_symbols",
                      R"({"separator":"_","extra":{"%":"pct","ab":"Q","a":"W","☃":"snowman"}})",
                      {R"({"%a":1,"xab☃":2})"})
        == texts{R"({"_pct__W_":1,"x_Q__snowman_":2})"});
}

TEST_CASE("an empty symbol is refused with its place") {
  CHECK(run_transform("spell_symbols", R"({"extra":{"":"x"}})", {})
        == texts{"test.yaml:2: a symbol in extra is empty"});
}

TEST_CASE("keys that are spelled alike are an error that names the record") {
  CHECK(run_transform("spell_symbols", "{}", {R"({"a%":1,"a percent ":2})"})
        == texts{R"(record 1: fields "a%" and "a percent " would both be named "a percent ")"});
}
