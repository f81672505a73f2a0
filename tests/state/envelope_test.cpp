#include "state/envelope.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a sealed bookmark opens for its owner") {
  auto stored = seal_bookmark("generate", bookmark{"9007199254740993"});
  CHECK(stored == R"({"faucet_state":1,"owner":"generate","schema":0,"data":9007199254740993})");
  CHECK(open_bookmark("p::row-0", "generate", stored).value()->json == "9007199254740993");
}

TEST_CASE("a bookmark keeps every digit on its way through the store") {
  for (const auto* json :
       {"12345678901234567890123.50", "{\"at\":0.10,\"ids\":[18446744073709551616]}"}) {
    auto stored = seal_bookmark("x", bookmark{json});
    CHECK(open_bookmark("k", "x", stored).value()->json == json);
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
  CHECK(open_bookmark("k", "x", R"({"faucet_state":1,"owner":"x"})").value()->json
        == R"({"faucet_state":1,"owner":"x"})");
  CHECK(open_bookmark("k", "x", "7").value()->json == "7");
}

TEST_CASE("what is stored is an envelope if it has a whole number for its format and data") {
  struct stored {
    const char* text;
    uint32_t format;
    const char* data;
    envelope_fit fit;
  };
  for (const auto& x : std::vector<stored>{
         {R"({"faucet_state":1,"owner":"x","schema":0,"data":[1.50]})", 1, "[1.50]",
          envelope_fit::current},
         {R"({"faucet_state":1,"data":7})", 1, "7", envelope_fit::current},
         {R"({"faucet_state":1,"owner":null,"schema":null,"data":7})", 1, "7",
          envelope_fit::current},
         {R"({"faucet_state":0,"owner":"y","data":7})", 0, "7", envelope_fit::legacy},
         {R"({"faucet_state":2,"owner":"x","data":7})", 2, "7", envelope_fit::incompatible},
         {R"({"faucet_state":18446744073709551615,"data":7})", 4294967295U, "7",
          envelope_fit::incompatible},
         {R"({"faucet_state":1,"owner":"y","data":7})", 1, "7", envelope_fit::incompatible},
         {R"({"faucet_state":1,"owner":"x","schema":1,"data":7})", 1, "7",
          envelope_fit::incompatible},
         {R"({"faucet_state":1,"owner":"x"})", 0, R"({"faucet_state":1,"owner":"x"})",
          envelope_fit::legacy},
         {R"({"faucet_state":"1","data":7})", 0, R"({"faucet_state":"1","data":7})",
          envelope_fit::legacy},
         {R"({"faucet_state":1.5,"data":7})", 0, R"({"faucet_state":1.5,"data":7})",
          envelope_fit::legacy},
         {R"([{"faucet_state":1,"data":7}])", 0, R"([{"faucet_state":1,"data":7}])",
          envelope_fit::legacy},
       }) {
    INFO(x.text);
    auto read = read_envelope("k", x.text).value();
    CHECK(read.format == x.format);
    CHECK(read.data.json == x.data);
    CHECK(judge_envelope(read, "x").fit == x.fit);
  }
  envelope older{.format = 1, .owner = "x", .schema = 0, .data = {"7"}};
  CHECK(judge_envelope(older, "x", 1).fit == envelope_fit::migrate);
}

TEST_CASE("a refused bookmark is named by key, what was found and what was expected") {
  auto why = [](const char* stored) {
    return render(open_bookmark("p::row-0", "file", stored).error());
  };
  const std::string way_out =
    "; run the release that wrote it, or start over with `faucet state reset`";
  CHECK(why(R"({"faucet_state":2,"data":1})")
        == "state key p::row-0: stored in format 2, this release reads up to 1" + way_out);
  CHECK(why(R"({"faucet_state":1,"owner":"csv","data":1})")
        == "state key p::row-0: the bookmark belongs to a source of type \"csv\", not \"file\""
             + way_out);
  CHECK(why(R"({"faucet_state":1,"owner":"file","schema":3,"data":1})")
        == "state key p::row-0: bookmark schema 3, this release reads up to 0" + way_out);
}

TEST_CASE("null is no bookmark, in an envelope or without one") {
  for (const auto* stored :
       {"null", " null ", R"({"faucet_state":1,"owner":"x","schema":0,"data":null})"}) {
    auto opened = open_bookmark("k", "x", stored);
    REQUIRE(opened);
    CHECK_FALSE(*opened);
  }
  CHECK_FALSE(open_bookmark("k", "y", R"({"faucet_state":1,"owner":"x","data":null})"));
}

TEST_CASE("a stored text that is no JSON is refused") {
  CHECK_FALSE(open_bookmark("k", "x", "{\"torn"));
}
