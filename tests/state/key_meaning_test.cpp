#include "state/key_meaning.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

key_meaning meaning(std::string_view key) {
  auto found = meaning_of("shop", key);
  REQUIRE(found);
  return *found;
}

} // namespace

TEST_CASE("a key tells its row, its child and its marker") {
  CHECK(meaning("shop::orders") == key_meaning{key_kind::bookmark, "orders", "", ""});
  CHECK(meaning("shop::orders::_n.42") == key_meaning{key_kind::bookmark, "orders", "_n.42", ""});
  CHECK(meaning("shop::orders::exports/2026")
        == key_meaning{key_kind::bookmark, "orders", "exports/2026", ""});
  CHECK(meaning("shop::orders::_n.42::shard-3")
        == key_meaning{key_kind::bookmark, "orders", "_n.42::shard-3", ""});
  CHECK(meaning("shop::orders::__lease__") == key_meaning{key_kind::lease, "orders", "", ""});
  CHECK(meaning("shop::orders::_n.42::__status__")
        == key_meaning{key_kind::status, "orders", "_n.42", ""});
  CHECK(meaning("shop::orders::__sla__").kind == key_kind::sla);
  CHECK(meaning("shop::orders::__profiling__").kind == key_kind::profiling);
  CHECK(meaning("shop::orders::__rollback__").kind == key_kind::rollback_index);
  CHECK(meaning("shop::orders::__rollback__::run-1")
        == key_meaning{key_kind::rollback_run, "orders", "", "run-1"});
}

TEST_CASE("a child named like a marker is told from the marker") {
  CHECK(meaning("shop::orders::_s.__lease__")
        == key_meaning{key_kind::bookmark, "orders", "_s.__lease__", ""});
}

TEST_CASE("keys of the pipeline as a whole belong to no row") {
  CHECK(meaning("shop::__replication__") == key_meaning{key_kind::replication, "", "", ""});
  CHECK(meaning("shop::__backfill__::ab12")
        == key_meaning{key_kind::backfill_marker, "", "", "ab12"});
  CHECK(meaning("shop::__serve_backfill__::ab12")
        == key_meaning{key_kind::serve_backfill_marker, "", "", "ab12"});
  CHECK(meaning("shop::backfill::ab12::2026-01")
        == key_meaning{key_kind::backfill_unit, "", "", "ab12::2026-01"});
}

TEST_CASE("keys of another pipeline mean nothing to this one") {
  CHECK_FALSE(meaning_of("shop", "shop2::orders"));
  CHECK_FALSE(meaning_of("shop", "shop"));
  CHECK_FALSE(meaning_of("shop", "acme::shop::orders"));
}

TEST_CASE("a marker leads to the bookmark it stands beside") {
  CHECK(bookmark_key("shop", meaning("shop::a::_n.1::__lease__")) == "shop::a::_n.1");
  CHECK(bookmark_key("shop", meaning("shop::a::__status__")) == "shop::a");
  CHECK(bookmark_key("shop", meaning("shop::a::__own")) == "shop::a::__own");
}
