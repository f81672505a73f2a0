#include "apps/node/gateway/pool_admission.hpp"
#include "tests/catch.hpp"
#include "tests/gateway/gateway_place.hpp"

using namespace faucet;
using test::gateway_place;

using names = std::vector<std::string>;

namespace {

node_view two_members(const std::optional<names>& pools_of_other, const std::string& listen) {
  member_facts self{.instance = "a", .listen = "h:1", .pools = names{"default"}};
  member_facts other{.instance = "b", .listen = listen, .pools = pools_of_other};
  return {
    .self = self, .members = {{self, {}}, {other, {}}}, .draining = false, .history_answers = true};
}

std::string refusal(const std::string& pool, const node_view& view, bool clustered = true) {
  auto ok = admit_to_pool(pool, view, clustered);
  return ok ? "" : std::to_string(ok.error().status) + " " + ok.error().message;
}

} // namespace

TEST_CASE("a run goes to a pool that somebody serves and to no other") {
  auto view = two_members(names{"gpu", "private"}, "h:2");
  CHECK(refusal("default", view).empty());
  CHECK(refusal("gpu", view).empty());
  CHECK(refusal("cpu", view)
        == "422 no live cluster member serves pool `cpu` (live members serve: default, gpu, "
           "private); start a replica with `--pool cpu`");
  view.self.pools = names{"x"};
  view.members = {{view.self, {}}};
  CHECK(refusal("default", view)
        == "422 no live cluster member serves pool `default` (live members serve: x); start a "
           "replica with `--pool default`");
}

TEST_CASE("a single server serves its own pools") {
  auto view = two_members(names{"gpu"}, "h:2");
  CHECK(refusal("default", view, false).empty());
  CHECK(refusal("gpu", view, false)
        == "422 this server does not serve pool `gpu` (it serves: default); start it with `--pool "
           "gpu`");
}

TEST_CASE("while a member lives that would claim a run of any pool, only the default one is open",
          "[P227]") {
  auto view = two_members(std::nullopt, "h:2");
  CHECK(refusal("default", view).empty());
  CHECK(refusal("gpu", view)
        == "422 pool `gpu` cannot be used yet: cluster member b (h:2) runs a faucet release "
           "without execution pools and would claim the run whatever its pool; finish upgrading "
           "every replica first");
  CHECK_THAT(refusal("gpu", two_members(std::nullopt, "")),
             Catch::Contains("member b (unknown address) runs"));
}

TEST_CASE("the request's pool comes before the config's, and that before the default one") {
  gateway_place place;
  place.door->now.self.pools = names{"default", "gpu", "private"};
  auto pool_of = [&](const std::string& fields) {
    return place.get("/v1/runs/" + place.submitted(fields)).text("pool");
  };
  CHECK(pool_of("") == "default");
  CHECK(pool_of(R"("config":"pipeline: {}\npool: gpu\n")") == "gpu");
  CHECK(pool_of(R"("config":"pipeline: {}\npool: gpu\n","pool":"private")") == "private");
  CHECK(place.door->kicked == names{"default", "gpu", "private"});
}

TEST_CASE("a member that has just come is looked for before a pool is refused") {
  gateway_place place;
  CHECK(place.submit(R"("pool":"gpu")").status == 422);
  REQUIRE(place.own->members().heartbeat({.instance = "new", .pools = names{"gpu"}}));
  CHECK(place.submit(R"("pool":"gpu")").status == 202);
}
