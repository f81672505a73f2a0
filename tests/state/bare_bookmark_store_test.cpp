#include "state/bare_bookmark_store.hpp"
#include "state/envelope.hpp"
#include "state/memory_store.hpp"
#include "tests/catch.hpp"

using namespace faucet;

TEST_CASE("bookmarks lose their envelope while an older member reads them, and get it back then") {
  auto origin = std::make_shared<memory_store>();
  auto lives = true;
  bare_bookmark_store store{origin, [&lives] { return lives; }};
  auto sealed = seal_bookmark("postgres", bookmark{R"({"at":9007199254740993.10})"});
  REQUIRE(store.put("p::a", sealed));
  CHECK(**origin->get("p::a") == R"({"at":9007199254740993.10})");
  CHECK(open_bookmark("p::a", "postgres", **store.get("p::a")).value()->json
        == R"({"at":9007199254740993.10})");
  std::vector<state_store::entry> two{{"p::b", sealed}, {"p::c", "7"}};
  REQUIRE(store.put_batch(two));
  CHECK(**origin->get("p::b") == R"({"at":9007199254740993.10})");
  CHECK(**origin->get("p::c") == "7");
  REQUIRE(*store.compare_and_put("p::d", std::nullopt, sealed));
  CHECK(**origin->get("p::d") == R"({"at":9007199254740993.10})");
  lives = false;
  REQUIRE(store.put("p::a", sealed));
  CHECK(**origin->get("p::a") == sealed);
  REQUIRE(store.put_batch(two));
  CHECK(**origin->get("p::b") == sealed);
}

TEST_CASE("markers and leases stay as they are while bookmarks are written bare") {
  auto origin = std::make_shared<memory_store>();
  bare_bookmark_store store{origin, [] { return true; }};
  for (const auto* text : {R"({"run_id":"x"})", R"({"faucet_state":1})", "[1]", "null",
                           R"({"faucet_state":"1","data":2})"}) {
    REQUIRE(store.put("p::a", text));
    CHECK(**origin->get("p::a") == text);
  }
}

TEST_CASE("a bookmark of a schema that an older member cannot know is not written bare") {
  auto origin = std::make_shared<memory_store>();
  auto lives = true;
  bare_bookmark_store store{origin, [&lives] { return lives; }};
  auto sealed = seal_bookmark("mongodb-cdc", bookmark{"1"}, 1);
  auto refused = store.put("p::a", sealed);
  REQUIRE_FALSE(refused);
  CHECK_THAT(render(refused.error()), Catch::Contains("p::a") && Catch::Contains("schema 1")
                                        && Catch::Contains("upgrading"));
  CHECK_FALSE(*origin->get("p::a"));
  lives = false;
  CHECK(store.put("p::a", sealed));
}
