#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("two fields swap their names", "[P122]") {
  CHECK(run_transform("rename_field", R"({"fields":{"a":"b","b":"a"}})",
                      {R"({"a":1,"b":2,"c":3})", R"({"a":1})", R"({"b":1})"})
        == texts{R"({"b":1,"a":2,"c":3})", R"({"b":1})", R"({"a":1})"});
}

TEST_CASE("a chain of renamed fields moves each value once", "[P122]") {
  CHECK(run_transform("rename_field", R"({"fields":{"a":"b","b":"c"}})",
                      {R"({"a":1,"b":2})", R"({"b":2,"a":1})", R"({"a":1})"})
        == texts{R"({"b":1,"c":2})", R"({"c":2,"b":1})", R"({"b":1})"});
}

TEST_CASE("renaming a field to one that the record has is an error that names the record") {
  CHECK(run_transform("rename_field", R"({"fields":{"a":"c"}})",
                      {R"({"a":1})", R"({"c":1})", R"({"a":1,"b":2,"c":3})"})
        == texts{R"(record 3: fields "a" and "c" would both be named "c")"});
  CHECK(run_transform("rename_field", R"({"fields":{"a":"c","b":"c"}})", {R"({"a":1,"b":2})"})
        == texts{R"(record 1: fields "a" and "b" would both be named "c")"});
}

TEST_CASE("renaming leaves missing fields and records that are no objects alone") {
  CHECK(run_transform("rename_field", R"({"fields":{"a":"z"}})", {R"({"b":{"a":1}})", "[1]"})
        == texts{R"({"b":{"a":1}})", "[1]"});
}
