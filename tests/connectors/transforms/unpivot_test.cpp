#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("unpivot makes a record of every column that is no id field") {
  CHECK(run_transform("unpivot", R"({"key_name":"k","value_name":"v","id_fields":["id","id"]})",
                      {R"({"id":1,"a":2.50,"b":null,"ü":{"q":1}})", R"({"a":1})"})
        == texts{R"({"id":1,"k":"a","v":2.50})", R"({"id":1,"k":"b","v":null})",
                 R"({"id":1,"k":"ü","v":{"q":1}})", R"({"k":"a","v":1})"});
}

TEST_CASE("unpivot takes the listed columns in the order of the list") {
  CHECK(run_transform(
          "unpivot",
          R"({"key_name":"k","value_name":"v","id_fields":["id"],"columns":["b","a","zz","id"]})",
          {R"({"id":1,"a":2,"b":3,"c":4})"})
        == texts{R"({"id":1,"k":"b","v":3})", R"({"id":1,"k":"a","v":2})",
                 R"({"id":1,"k":"id","v":1})"});
}

TEST_CASE("unpivot makes a record of each entry of an object") {
  CHECK(run_transform("unpivot",
                      R"({"key_name":"k","value_name":"v","id_fields":["id"],"from":"m"})",
                      {R"({"id":1,"m":{"x":12345678901234567890123,"y":null}})",
                       R"({"id":2,"m":{}})", R"({"id":3,"m":5})", R"({"id":4})"})
        == texts{R"({"id":1,"k":"x","v":12345678901234567890123})", R"({"id":1,"k":"y","v":null})",
                 R"({"id":2,"m":{}})", R"({"id":3,"m":5})", R"({"id":4})"});
}

TEST_CASE("a record that unpivots to nothing passes unless told otherwise") {
  texts input{R"({"id":1,"b":null})", R"({"id":1})", "{}", "5"};
  CHECK(run_transform("unpivot",
                      R"({"key_name":"k","value_name":"v","id_fields":["id"],"drop_nulls":true})",
                      input)
        == input);
  CHECK(run_transform("unpivot",
                      R"({"key_name":"k","value_name":"v","id_fields":["id"],"drop_nulls":true,)"
                      R"("drop_if_empty":true})",
                      input)
        == texts{"5"});
}

TEST_CASE("unpivot refuses names that would hide one another") {
  auto message = [](std::string_view options) {
    return run_transform("unpivot", options, {}).at(0);
  };
  CHECK(message(R"({"key_name":"k","value_name":"k"})").find("test.yaml:3: ") == 0);
  CHECK(message(R"({"key_name":"","value_name":"v"})").find("test.yaml:2: ") == 0);
  CHECK(message(R"({"key_name":"k","value_name":"v","id_fields":["v"]})").find("test.yaml:4: ")
        == 0);
  CHECK(message(R"({"key_name":"k","value_name":"v","from":"m","columns":["a"]})").find("not both")
        != std::string::npos);
}
