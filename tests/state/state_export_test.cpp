#include "state/memory_store.hpp"
#include "state/state_export.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

expected<state_export> shop_export(std::string_view json) {
  std::vector<std::string> warnings;
  return read_export(json, "shop", warnings);
}

} // namespace

TEST_CASE("an export holds all keys but the leases, every digit as it was") {
  memory_store store;
  REQUIRE(store.put("shop::a", R"({"data":12345678901234567890.50})"));
  REQUIRE(store.put("shop::a::__lease__", R"({"run_id":"x"})"));
  REQUIRE(store.put("shop::a::__status__", "{}"));
  auto made = export_keys("shop", read_keys(store, "shop").value(), "2026-09-19T00:00:00Z");
  REQUIRE(made);
  auto json = to_json(*made);
  CHECK(json
        == R"({"version":1,"pipeline":"shop","exported_at":"2026-09-19T00:00:00Z","keys":{)"
           R"("shop::a":{"data":12345678901234567890.50},"shop::a::__status__":{}}})");
  auto back = shop_export(json);
  REQUIRE(back);
  REQUIRE(back->keys.size() == 2);
  CHECK(back->keys[0].json == R"({"data":12345678901234567890.50})");
}

TEST_CASE("what is no export of this pipeline and this version is refused") {
  CHECK_THAT(render(shop_export("{").error()), Catch::Contains("JSON"));
  CHECK_THAT(render(shop_export("{}").error()), Catch::Contains("version"));
  CHECK_THAT(render(shop_export(R"({"version":2,"pipeline":"shop","keys":{}})").error()),
             Catch::Contains("version 2"));
  CHECK_FALSE(shop_export(R"({"version":"1","pipeline":"shop","keys":{}})"));
  CHECK_THAT(render(shop_export(R"({"version":1,"pipeline":"other","keys":{}})").error()),
             Catch::Contains("other") && Catch::Contains("shop"));
  CHECK_FALSE(shop_export(R"({"version":1,"pipeline":"shop","keys":[]})"));
  CHECK_THAT(
    render(shop_export(R"({"version":1,"pipeline":"shop","keys":{"other::a":1}})").error()),
    Catch::Contains("other::a"));
  CHECK_FALSE(shop_export(R"({"version":1,"pipeline":"shop","keys":{"shop::a b":1}})"));
  CHECK_FALSE(shop_export(R"({"version":1,"pipeline":"shop","keys":{"shop::a/../b":1}})"));
}

TEST_CASE("a lease in an export is left out and told of") {
  std::vector<std::string> warnings;
  auto made = read_export(R"({"version":1,"pipeline":"shop","keys":{"shop::a::__lease__":{}}})",
                          "shop", warnings);
  REQUIRE(made);
  CHECK(made->keys.empty());
  REQUIRE(warnings.size() == 1);
  CHECK_THAT(warnings[0], Catch::Contains("shop::a::__lease__"));
}
