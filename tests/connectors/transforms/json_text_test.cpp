#include "tests/catch.hpp"
#include "tests/connectors/transforms/run_transform.hpp"

using namespace faucet::test;
using texts = std::vector<std::string>;

TEST_CASE("json_parse reads text, every digit kept, and keeps what is no JSON", "[P125]") {
  CHECK(
    run_transform("json_parse", R"({"fields":["a","b"]})",
                  {R"({"a":"{\"x\":1.50,\"y\":12345678901234567890123}","b":"[1,","c":"5"})",
                   R"({"a":"","b":null})", R"({"a":"null","b":"true"})", R"({"a":5,"b":{"q":1}})",
                   R"({"a":" [1] ","b":"\"é\""})", R"({"a":"1 2"})", R"({"a":"NaN"})", "{}", "5"})
    == texts{R"({"a":{"x":1.50,"y":12345678901234567890123},"b":"[1,","c":"5"})",
             R"({"a":"","b":null})", R"({"a":null,"b":true})", R"({"a":5,"b":{"q":1}})",
             R"({"a":[1],"b":"é"})", R"({"a":"1 2"})", R"({"a":"NaN"})", "{}", "5"});
}

TEST_CASE("json_parse writes into another field only what it could read") {
  texts input{R"({"a":"[1]","z":1})", R"({"a":"bad"})", R"({"a":5})", R"({"p":9,"a":"{}"})",
              R"({"p":9,"a":"x"})"};
  CHECK(run_transform("json_parse", R"({"fields":["a"],"into":"p"})", input)
        == texts{R"({"a":"[1]","z":1,"p":[1]})", R"({"a":"bad"})", R"({"a":5})",
                 R"({"p":{},"a":"{}"})", R"({"p":9,"a":"x"})"});
  CHECK(run_transform("json_parse", R"({"fields":["a"],"into":"p","on_error":"null"})", input)
        == texts{R"({"a":"[1]","z":1,"p":[1]})", R"({"a":"bad","p":null})", R"({"a":5})",
                 R"({"p":{},"a":"{}"})", R"({"p":null,"a":"x"})"});
}

TEST_CASE("json_parse with on_error error names record, field and value") {
  CHECK(run_transform("json_parse", R"({"fields":["a"],"on_error":"null"})", {R"({"a":"[1"})"})
        == texts{R"({"a":null})"});
  auto message = run_transform("json_parse", R"({"fields":["a"],"on_error":"error"})",
                               {R"({"a":"[1]"})", R"({"a":"[1"})"})
                   .at(0);
  CHECK(message.find("record 2, field \"a\": not valid JSON (") == 0);
  CHECK(message.find("\"[1\"") != std::string::npos);
  std::string longest(500, 'x');
  for (auto& c : longest) {
    c = static_cast<char>(&c - longest.data()) % 2 == 0 ? '\xc3' : '\xa9'; // é
  }
  auto cut = run_transform("json_parse", R"({"fields":["a"],"on_error":"error"})",
                           {R"({"a":")" + longest + R"("})"})
               .at(0);
  CHECK(cut.size() < 300);
  CHECK(cut.ends_with("é…"));
}

TEST_CASE("json_parse refuses options that make no sense") {
  CHECK(run_transform("json_parse", R"({"fields":[]})", {}).at(0).find("test.yaml:2: ") == 0);
  CHECK(run_transform("json_parse", R"({"fields":["a","b"],"into":"p"})", {})
          .at(0)
          .find("test.yaml:3: ")
        == 0);
}

TEST_CASE("json_parse reads a field that is listed twice once") {
  CHECK(run_transform("json_parse", R"({"fields":["a","a"]})", {R"({"a":"\"[1]\""})"})
        == texts{R"({"a":"[1]"})"});
}

TEST_CASE("json_encode turns objects and lists into compact text and nothing else") {
  CHECK(
    run_transform("json_encode", R"({"fields":["a","b","zz","a"]})",
                  {R"({"a":{"x":1.50,"y":[1, 2]},"b":"s","c":[5]})", R"({"a":null,"b":5})",
                   R"({"a":true,"b":12345678901234567890123})", R"({"a":[],"b":{}})", "{}", "[1]"})
    == texts{R"({"a":"{\"x\":1.50,\"y\":[1,2]}","b":"s","c":[5]})", R"({"a":null,"b":5})",
             R"({"a":true,"b":12345678901234567890123})", R"({"a":"[]","b":"{}"})", "{}", "[1]"});
  CHECK(run_transform("json_encode", R"({"fields":[]})", {}).at(0).find("test.yaml:2: ") == 0);
}
