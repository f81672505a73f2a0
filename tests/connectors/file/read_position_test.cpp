#include "connectors/file/read_position.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("a position by mtime breaks ties by path", "[P46]") {
  read_position position{newness::mtime};
  CHECK(position.is_new({"b", 5}));
  position.advance({"b", 5});
  CHECK(position.to_bookmark().json == R"({"by":"mtime","mtime_ns":5,"paths":["b"]})");
  CHECK_FALSE(position.is_new({"b", 5}));
  CHECK(position.is_new({"c", 5}));
  CHECK(position.is_new({"a", 5})); // came later with the same time
  CHECK_FALSE(position.is_new({"a", 4}));
  position.advance({"c", 5});
  position.advance({"a", 5});
  CHECK(position.to_bookmark().json == R"({"by":"mtime","mtime_ns":5,"paths":["a","b","c"]})");
  position.advance({"b", 6});
  CHECK(position.to_bookmark().json == R"({"by":"mtime","mtime_ns":6,"paths":["b"]})");
}

TEST_CASE("a file that was written again is new by mtime", "[P47]") {
  read_position position{newness::mtime};
  position.advance({"a", 5});
  CHECK(position.is_new({"a", 6}));
}

TEST_CASE("a position by name is the last path") {
  read_position position{newness::name};
  CHECK(position.is_new({"", 0}));
  position.advance({"b", 5});
  CHECK(position.to_bookmark().json == R"({"by":"name","last":"b"})");
  CHECK(position.is_new({"c", 1}));
  CHECK_FALSE(position.is_new({"b", 9}));
  CHECK_FALSE(position.is_new({"a", 9}));
}

TEST_CASE("a position survives as a bookmark") {
  for (auto text : {R"({"by":"mtime","mtime_ns":1795978809115828385,"paths":["a","b\"c"]})",
                    R"({"by":"mtime","mtime_ns":-1,"paths":[]})"}) {
    auto parsed = read_position::parse({text}, newness::mtime);
    REQUIRE(parsed);
    CHECK(parsed->to_bookmark().json == text);
  }
  CHECK(read_position::parse({R"({"by":"name","last":"x"})"}, newness::name)->to_bookmark().json
        == R"({"by":"name","last":"x"})");
}

TEST_CASE("a bookmark of another mode or source is a state error") {
  auto refused = [](const char* text, newness by) {
    auto result = read_position::parse({text}, by);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == ec::state_failed);
    return result.error().what;
  };
  CHECK(refused(R"({"by":"name","last":"x"})", newness::mtime).find("made by \"name\"")
        != std::string::npos);
  CHECK(refused(R"({"by":"mtime","mtime_ns":1,"paths":[]})", newness::name).find("\"mtime\"")
        != std::string::npos);
  for (auto text :
       {"", "1", "{}", "{\"by\":1}", R"({"by":"mtime"})",
        R"({"by":"mtime","mtime_ns":1.5,"paths":[]})", R"({"by":"mtime","mtime_ns":1,"paths":[1]})",
        R"({"by":"mtime","mtime_ns":1,"paths":"a"})"}) {
    refused(text, newness::mtime);
  }
  refused(R"({"by":"name","last":1})", newness::name);
}
