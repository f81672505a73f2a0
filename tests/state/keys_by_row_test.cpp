#include "state/keys_by_row.hpp"
#include "state/memory_store.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

std::vector<std::string> names_of(const std::vector<const stored_key*>& keys) {
  std::vector<std::string> result;
  for (const auto* x : keys) {
    result.push_back(x->key);
  }
  return result;
}

std::vector<stored_key> stored(std::initializer_list<const char*> keys) {
  memory_store store;
  for (const auto* key : keys) {
    REQUIRE(store.put(key, "1"));
  }
  return read_keys(store, "shop").value();
}

} // namespace

TEST_CASE("what is stored is told apart by rows, and what belongs to none is an orphan", "[P67]") {
  auto keys = stored({"shop::a", "shop::a::__status__", "shop::kid::_n.1", "shop::kid::_n.2",
                      "shop::kid::_n.2::__status__", "shop::gone", "shop::gone::__status__",
                      "shop::__replication__", "shop::backfill::h::u", "other::a"});
  std::vector<std::string> ids{"a", "kid"};
  auto sorted = sort_by_row(keys, "shop", ids);
  REQUIRE(sorted.rows.size() == 2);
  REQUIRE(sorted.rows[0].bookmark != nullptr);
  CHECK(sorted.rows[0].bookmark->key == "shop::a");
  CHECK(sorted.rows[0].marker(key_kind::status) != nullptr);
  CHECK(sorted.rows[0].marker(key_kind::lease) == nullptr);
  CHECK(sorted.rows[1].bookmark == nullptr);
  CHECK(names_of(sorted.rows[1].sub_bookmarks)
        == std::vector<std::string>{"shop::kid::_n.1", "shop::kid::_n.2"});
  CHECK(sorted.rows[1].marker(key_kind::status, "_n.2") != nullptr);
  CHECK(names_of(sorted.of_pipeline)
        == std::vector<std::string>{"shop::__replication__", "shop::backfill::h::u"});
  CHECK(names_of(sorted.orphans)
        == std::vector<std::string>{"shop::gone", "shop::gone::__status__"});
}

TEST_CASE("a lease that was given back is not there") {
  memory_store store;
  REQUIRE(store.put("shop::a::__lease__", "null"));
  CHECK(read_keys(store, "shop").value().empty());
}
