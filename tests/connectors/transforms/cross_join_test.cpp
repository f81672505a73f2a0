#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("cross_join combines the elements of its lists, the last list turning fastest") {
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"]})",
                      {R"({"id":1,"a":[{"x":1},{"x":2.50}],"b":[{"y":"é"},7],"l":[9]})", "5"})
        == texts{R"({"id":1,"l":[9],"x":1,"y":"é"})", R"({"id":1,"l":[9],"x":1,"b":7})",
                 R"({"id":1,"l":[9],"x":2.50,"y":"é"})", R"({"id":1,"l":[9],"x":2.50,"b":7})",
                 "5"});
}

TEST_CASE("cross_join of three lists makes every combination once") {
  auto rows = run_transform("cross_join", R"({"arrays":["a","b","c"],"keep_parent":false})",
                            {R"({"id":1,"a":[1,2],"b":[3,4,5],"c":[6,7]})"});
  REQUIRE(rows.size() == 12);
  CHECK(rows.front() == R"({"a":1,"b":3,"c":6})");
  CHECK(rows[1] == R"({"a":1,"b":3,"c":7})");
  CHECK(rows.back() == R"({"a":2,"b":5,"c":7})");
}

TEST_CASE("a record with an empty list joins to nothing, or the list counts as one null") {
  texts input{R"({"id":1,"a":[],"b":[{"y":1}]})", R"({"id":2,"b":[{"y":1}]})",
              R"({"id":3,"a":null,"b":[{"y":1}]})"};
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"]})", input).empty());
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"],"on_empty":"one_row"})", input)
        == texts{R"({"id":1,"a":null,"y":1})", R"({"id":2,"a":null,"y":1})",
                 R"({"id":3,"a":null,"y":1})"});
}

TEST_CASE("cross_join can prefix columns and keep the lists") {
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"],"prefix":true,"drop_arrays":false})",
                      {R"({"id":1,"a":[{"x":1}],"b":[{"x":2},7]})"})
        == texts{R"({"id":1,"a":[{"x":1}],"b":[{"x":2},7],"a_x":1,"b_x":2})",
                 R"({"id":1,"a":[{"x":1}],"b":7,"a_x":1})"});
}

TEST_CASE("cross_join refuses a column that would be lost to another", "[P121]") {
  auto message = [](std::string_view record) {
    return run_transform("cross_join", R"({"arrays":["a","b"]})", {std::string{record}}).at(0);
  };
  CHECK(message(R"({"id":1,"a":[{"id":5}],"b":[1]})").find("record 1, field \"a\": ") == 0);
  CHECK(message(R"({"a":[{"q":5}],"b":[{"q":6}]})").find("record 1, field \"b\": ") == 0);
  CHECK(message(R"({"a":[{"b":1}],"b":[2]})").find("column \"b\"") != std::string::npos);
}

TEST_CASE("cross_join refuses products beyond max_product before it makes them") {
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"],"max_product":6})",
                      {R"({"a":[1,2],"b":[1,2,3]})", R"({"a":[1,2,3],"b":[1,2,3]})"})
          .at(0)
          .find("record 2: the lists combine to more than 6")
        == 0);
  std::string many = "[0";
  for (int i = 0; i < 2000; ++i) {
    many += ",0";
  }
  many += "]";
  std::string fields;
  std::string names;
  for (char name = 'a'; name <= 'h'; ++name) { // 2001^8 wraps around 64 bits
    fields += (fields.empty() ? "" : ",") + ('"' + std::string{name} + "\":" + many);
    names += (names.empty() ? "" : ",") + ('"' + std::string{name} + '"');
  }
  CHECK(run_transform("cross_join", R"({"arrays":[)" + names + "]}", {"{" + fields + "}"})
          .at(0)
          .find("more than 10000")
        != std::string::npos);
}

TEST_CASE("cross_join refuses a field that is no list") {
  CHECK(run_transform("cross_join", R"({"arrays":["a","b"]})", {R"({"a":{"x":1},"b":[1]})"})
        == texts{R"(record 1, field "a": expected a list, found {"x":1})"});
}

TEST_CASE("mistakes in the options of cross_join are told with file and line") {
  auto message = [](std::string_view text) { return run_transform("cross_join", text, {}).at(0); };
  CHECK(message(R"({"arrays":["a"]})").find("test.yaml:2: ") == 0);
  CHECK(message(R"({"arrays":["a","a"]})").find("twice") != std::string::npos);
  CHECK(message(R"({"arrays":["a","b"],"max_product":0})").find("test.yaml:3: ") == 0);
  CHECK(message(R"({"arrays":["a","b"],"on_empty":"zzz"})").find("one of skip, one_row")
        != std::string::npos);
}
