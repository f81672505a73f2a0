#include "state/key_migration.hpp"
#include "tests/catch.hpp"
#include "tests/state/broken_store.hpp"

using namespace faucet;

namespace {

using keys = std::vector<std::string>;

constexpr auto current = "p::r::_n.42";
constexpr auto older = "p::r::42";

expected<adopted_key> adopt(state_store& store, const keys& candidates) {
  return adopt_older_key(store, current, candidates);
}

} // namespace

TEST_CASE("a bookmark under an earlier rendering of its key is moved", "[P65]") {
  memory_store store;
  REQUIRE(store.put(older, "7"));
  auto adopted = adopt(store, {"p::r::other", older}).value();
  CHECK(adopted.outcome == adoption::moved);
  CHECK(adopted.from == older);
  CHECK_FALSE(adopted.warning);
  CHECK(store.get(current).value() == "7");
  CHECK(store.list("").value() == keys{current});
  CHECK(adopt(store, {older}).value().outcome == adoption::nothing);
}

TEST_CASE("the first candidate that holds something is moved, the others stay", "[P67]") {
  memory_store store;
  REQUIRE(store.put("p::old::_n.42", "1"));
  REQUIRE(store.put("p::older::_n.42", "2"));
  CHECK(adopt(store, {"p::old::_n.42", "p::older::_n.42"}).value().outcome == adoption::moved);
  CHECK(store.get(current).value() == "1");
  CHECK(store.get("p::older::_n.42").value() == "2");
}

TEST_CASE("a key that holds a bookmark of its own adopts none") {
  memory_store store;
  REQUIRE(store.put(older, "old"));
  REQUIRE(store.put(current, "new"));
  CHECK(adopt(store, {older}).value().outcome == adoption::nothing);
  CHECK(store.get(current).value() == "new");
  CHECK(store.get(older).value() == "old");
}

TEST_CASE("a bookmark that somebody else puts meanwhile stays, and so does the older key",
          "[P65]") {
  test::broken_store store;
  REQUIRE(store.content.put(older, "old"));
  store.before_compare = [&] { REQUIRE(store.content.put(current, "theirs")); };
  CHECK(adopt(store, {older}).value().outcome == adoption::raced);
  CHECK(store.content.get(current).value() == "theirs");
  CHECK(store.content.get(older).value() == "old");
}

TEST_CASE("an older key that cannot be removed is a warning") {
  test::broken_store store;
  REQUIRE(store.content.put(older, "7"));
  store.removals_fail = true;
  auto adopted = adopt(store, {older}).value();
  CHECK(adopted.outcome == adoption::moved);
  CHECK(adopted.warning);
  CHECK(store.content.get(current).value() == "7");
}

TEST_CASE("a migration that fails leaves both keys as they were") {
  test::broken_store store;
  REQUIRE(store.content.put(older, "7"));
  store.writes_fail = true;
  CHECK_FALSE(adopt(store, {older}));
  CHECK(store.content.list("").value() == keys{older});
  store.reads_fail = true;
  CHECK_FALSE(adopt(store, {older}));
}
