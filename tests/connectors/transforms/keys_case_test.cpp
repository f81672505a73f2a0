#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

#include <random>

using namespace faucet::test;
using texts = std::vector<std::string>;

namespace {

std::string keys_cased(const std::string& mode, const std::string& record) {
  return run_transform("keys_case", R"({"mode":")" + mode + "\"}", {record})[0];
}

} // namespace

TEST_CASE("keys_case splits keys into words and joins them in a style") {
  auto record = R"({"firstName":1,"HTTPServer":2,"a-b c.d":3,"x1Y2":4,"__p":5,"userID":6,"n'o":7})";
  CHECK(keys_cased("snake", record)
        == R"({"first_name":1,"httpserver":2,"a_b_c_d":3,"x1y2":4,"p":5,"user_id":6,"n_o":7})");
  CHECK(keys_cased("camel", record)
        == R"({"firstName":1,"httpserver":2,"aBCD":3,"x1y2":4,"p":5,"userId":6,"nO":7})");
  CHECK(keys_cased("pascal", record)
        == R"({"FirstName":1,"Httpserver":2,"ABCD":3,"X1y2":4,"P":5,"UserId":6,"NO":7})");
  CHECK(keys_cased("kebab", record)
        == R"({"first-name":1,"httpserver":2,"a-b-c-d":3,"x1y2":4,"p":5,"user-id":6,"n-o":7})");
  CHECK(keys_cased("screaming_snake", record)
        == R"({"FIRST_NAME":1,"HTTPSERVER":2,"A_B_C_D":3,"X1Y2":4,"P":5,"USER_ID":6,"N_O":7})");
  CHECK(keys_cased("dot", record)
        == R"({"first.name":1,"httpserver":2,"a.b.c.d":3,"x1y2":4,"p":5,"user.id":6,"n.o":7})");
}

TEST_CASE("keys_case knows letters beyond ASCII") {
  CHECK(keys_cased("snake", R"({"ÉtéÎle":1,"straßE":2,"日本 語B":3,"ΑΣ":4,"İx":5,"a²B":6})")
        == "{\"été_île\":1,\"straß_e\":2,\"日本_語b\":3,\"ας\":4,\"i\u0307x\":5,\"a²b\":6}");
  CHECK(keys_cased("screaming_snake", R"({"straße":1})") == R"({"STRASSE":1})");
}

TEST_CASE("a key made of symbols alone keeps its name", "[P121]") {
  CHECK(keys_cased("snake", R"({"--":1,"++":2,"":3,"aB":4})") == R"({"--":1,"++":2,"":3,"a_b":4})");
}

TEST_CASE("keys_case reaches nested objects, also in lists") {
  CHECK(keys_cased("snake", R"({"nestA":{"innerKey":1},"li":[{"innerKey":[{"deepKey":1}]}]})")
        == R"({"nest_a":{"inner_key":1},"li":[{"inner_key":[{"deep_key":1}]}]})");
}

TEST_CASE("keys that get one name in a style are an error that names the record", "[P121]") {
  CHECK(
    run_transform("keys_case", R"({"mode":"snake"})", {R"({"aB":1})", R"({"o":{"aB":1,"a_b":2}})"})
    == texts{R"(record 2: fields "aB" and "a_b" would both be named "a_b")"});
}

TEST_CASE("an unknown style is refused with its place") {
  CHECK_THAT(keys_cased("snak", "{}"), Catch::StartsWith("test.yaml:2: "));
}

TEST_CASE("hundreds of random shapes, nested in one another, are all re-cased right") {
  std::mt19937 random{7};
  texts records;
  texts wanted;
  for (auto i = 0; i < 2000; ++i) {
    auto a = std::to_string(random() % 700);
    auto b = std::to_string(random() % 700);
    records.push_back("{\"aK" + a + "\":{\"bK" + b + "\":[{\"cK" + a + "\":1}]},\"idX\":1}");
    wanted.push_back("{\"a_k" + a + "\":{\"b_k" + b + "\":[{\"c_k" + a + "\":1}]},\"id_x\":1}");
  }
  CHECK(run_transform("keys_case", R"({"mode":"snake"})", records) == wanted);
}
