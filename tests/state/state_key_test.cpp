#include "state/state_key.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

constexpr auto row = "orders::lines";

std::string key_of_child(std::string_view parent) {
  auto x = value::of_string(parent);
  return child_key(row, &x).value();
}

std::vector<std::string> older_keys(std::string_view parent) {
  return older_child_keys(row, value::of_string(parent));
}

} // namespace

TEST_CASE("a state key is made of its pipeline and its row, as they are") {
  CHECK(state_key("orders", "row-0").value() == "orders::row-0");
  CHECK(state_key("Team:a/b.c", "row-0").value() == "Team:a/b.c::row-0");
  CHECK(state_key("orders", "row-0", "acme").value() == "acme::orders::row-0");
  CHECK(state_key(std::string(249, 'z'), "row-0").has_value());
}

TEST_CASE("a name of which no state key can be made is refused before the run", "[P58]") {
  for (const std::string name :
       {"my pipeline", "caf\u00e9", ".hidden", "a//b", "a/../b", "a/.b", "/a"}) {
    auto key = state_key(name, "row-0");
    REQUIRE_FALSE(key);
    CHECK(key.error().code == ec::invalid_config);
    CHECK(key.error().which == name + "::row-0");
  }
  CHECK_FALSE(state_key(std::string(250, 'z'), "row-0"));
}

TEST_CASE("a state key is checked as a whole", "[P58]") {
  CHECK(validate_state_key("postgres-cdc:slot_1"));
  CHECK(validate_state_key("a/b.c::d"));
  for (const auto* key : {"", ".a", "a b", "a/", "/a", "a//b", "a/./b", "a/.b", "a\nb", "a%b"}) {
    INFO(key);
    CHECK_FALSE(validate_state_key(key));
  }
  CHECK(validate_state_key(std::string(256, 'k')));
  CHECK_FALSE(validate_state_key(std::string(257, 'k')));
}

TEST_CASE("each parent record has a key of its own", "[P59][P62]") {
  CHECK(key_of_child("exports/2026") == "orders::lines::exports/2026");
  CHECK(key_of_child("a@b.c").starts_with("orders::lines::ab.c.h"));
  auto number = value::of_int(42);
  CHECK(child_key(row, &number).value() == "orders::lines::_n.42");
  CHECK(key_of_child("42") == "orders::lines::42");
  CHECK(key_of_child("x::y") != key_of_child("x:y"));
  CHECK(key_of_child("caf\u00e9") != key_of_child("cafe"));
}

TEST_CASE("a child never keeps its bookmark on a marker of its row", "[P61]") {
  CHECK(key_of_child("__lease__") == "orders::lines::_s.__lease__");
  CHECK(key_of_child("__lease__") != marker_key(row, marker::lease));
}

TEST_CASE("a parent record whose key is missing, null or empty is refused", "[P64]") {
  value null;
  auto empty = value::of_string("");
  CHECK_THAT(child_key(row, nullptr).error().what, Catch::Contains("lacks"));
  CHECK_THAT(child_key(row, &null).error().what, Catch::Contains("null"));
  CHECK_THAT(child_key(row, &empty).error().what, Catch::Contains("empty"));
  CHECK(child_key(row, &empty).error().which == row);
  auto blank = value::of_string(" ");
  CHECK(child_key(row, &blank).has_value());
}

TEST_CASE("a child's key that would be too long is refused") {
  const std::string text(64, 'p');
  auto parent = value::of_string(text);
  CHECK_FALSE(child_key(std::string(200, 'r'), &parent));
}

TEST_CASE("a tuple's key names its aliases and values, strings bare") {
  std::vector<std::pair<std::string, value>> tuple{{"region", value::of_string("eu")},
                                                   {"year", value::of_int(2026)}};
  CHECK(tuple_key(row, tuple).value() == "orders::lines::region:eu/year:2026");
  tuple[0].second = value::of_string("a/b:c");
  CHECK(tuple_key(row, tuple).value().starts_with("orders::lines::region:abc.h"));
}

TEST_CASE("a shard and a marker follow the key of their row") {
  CHECK(shard_key(row, "shard-3").value() == "orders::lines::shard-3");
  CHECK(marker_key(row, marker::lease) == "orders::lines::__lease__");
  CHECK(marker_key(row, marker::status) == "orders::lines::__status__");
  CHECK(marker_key(row, marker::sla) == "orders::lines::__sla__");
  CHECK(marker_key(row, marker::profiling) == "orders::lines::__profiling__");
  CHECK(marker_key(row, marker::rollback) == "orders::lines::__rollback__");
}

TEST_CASE("earlier renderings of a child's key are known, newest first", "[P65]") {
  using keys = std::vector<std::string>;
  CHECK(older_child_keys(row, value::of_int(42)) == keys{"orders::lines::42"});
  CHECK(older_keys("plain") == keys{});
  CHECK(older_keys("_n.42") == keys{"orders::lines::_n.42"});
  CHECK(older_keys("x::y") == keys{"orders::lines::x::y"}); // verbatim; encoded since
  CHECK(older_keys("a@b.c") == keys{});                     // verbatim was no valid key
  auto scientific = value::of_decimal("1.5e+9");
  auto key = child_key(row, &scientific).value();
  auto older = older_child_keys(row, scientific);
  CHECK(key.starts_with("orders::lines::_n.1.5e9.h"));
  REQUIRE(older.size() == 1);
  CHECK(older[0].starts_with("orders::lines::1.5e9.h"));
}

TEST_CASE("a marker is never taken for a child's earlier key", "[P61]") {
  CHECK(older_keys("__lease__").empty());
  CHECK(older_keys("x::__status__").empty());
}

TEST_CASE("the ids a row had before lead to its earlier keys", "[P67]") {
  using keys = std::vector<std::string>;
  std::vector<std::string> ids{"items", "positions"};
  CHECK(keys_of_older_rows("orders", ids, nullptr) == keys{"orders::items", "orders::positions"});
  CHECK(keys_of_older_rows("orders", ids, nullptr, "acme")
        == keys{"acme::orders::items", "acme::orders::positions"});
  auto parent = value::of_int(7);
  CHECK(keys_of_older_rows("orders", ids, &parent)
        == keys{"orders::items::_n.7", "orders::items::7", "orders::positions::_n.7",
                "orders::positions::7"});
}
