#include "model/page_builder.hpp"
#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("set replaces a value in place and adds new fields at the end") {
  CHECK(run_transform("set",
                      R"({"values":{"new":18446744073709551615,"b":{"z":[1,null]},"n":null}})",
                      {R"({"a":1,"b":2,"c":3})", R"({"n":5})", "[1]"})
        == texts{R"({"a":1,"b":{"z":[1,null]},"c":3,"new":18446744073709551615,"n":null})",
                 R"({"n":null,"new":18446744073709551615,"b":{"z":[1,null]}})", "[1]"});
}

TEST_CASE("set with no values changes nothing") {
  CHECK(run_transform("set", R"({"values":{}})", {R"({"a":1})"}) == texts{R"({"a":1})"});
}

TEST_CASE("values that were set outlive the transform") {
  auto made = make_transform("set", R"({"values":{"text":"a constant of some length"}})");
  REQUIRE(made);
  faucet::page_builder builder;
  builder.add(builder.object(faucet::make_shape({}), {}));
  faucet::page_cursor input{builder.finish(), 1};
  auto result = (*made)->apply(input);
  made->reset();
  REQUIRE(result);
  CHECK(result->rows()[0].as_object().find("text")->as_text() == "a constant of some length");
}
