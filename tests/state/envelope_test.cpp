#include "state/envelope.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a sealed bookmark opens for its owner") {
  auto stored = seal_bookmark("generate", bookmark{"9007199254740993"});
  CHECK(stored == R"({"faucet_state":1,"owner":"generate","schema":0,"data":9007199254740993})");
  CHECK(open_bookmark("p::row-0", "generate", stored).value().json == "9007199254740993");
}

TEST_CASE("a bookmark keeps every digit on its way through the store") {
  for (const auto* json :
       {"12345678901234567890123.50", "{\"at\":0.10,\"ids\":[18446744073709551616]}"}) {
    auto stored = seal_bookmark("x", bookmark{json});
    CHECK(open_bookmark("k", "x", stored).value().json == json);
  }
}

TEST_CASE("a bookmark of another source type is refused, and both are named", "[P68]") {
  auto opened = open_bookmark("p::row-0", "file", seal_bookmark("generate", bookmark{"1"}));
  REQUIRE_FALSE(opened);
  CHECK_THAT(render(opened.error()),
             Catch::Contains("p::row-0") && Catch::Contains("generate") && Catch::Contains("file"));
}

TEST_CASE("a bookmark of a newer format is refused") {
  CHECK_FALSE(open_bookmark("k", "x", R"({"faucet_state":2,"data":1})"));
  CHECK_FALSE(open_bookmark("k", "x", R"({"faucet_state":1,"schema":1,"data":1})"));
}

TEST_CASE("an envelope with fields of the wrong type is refused") {
  CHECK_FALSE(open_bookmark("k", "x", R"({"faucet_state":1,"owner":5,"data":1})"));
  CHECK_FALSE(open_bookmark("k", "x", R"({"faucet_state":1,"schema":"new","data":1})"));
  CHECK_FALSE(open_bookmark("k", "x", R"({"faucet_state":18446744073709551615,"data":1})"));
}

TEST_CASE("a text without an envelope is a bookmark of its own") {
  CHECK(open_bookmark("k", "x", R"({"faucet_state":1,"owner":"x"})").value().json
        == R"({"faucet_state":1,"owner":"x"})");
  CHECK(open_bookmark("k", "x", "7").value().json == "7");
}

TEST_CASE("a stored text that is no JSON is refused") {
  CHECK_FALSE(open_bookmark("k", "x", "{\"torn"));
}
