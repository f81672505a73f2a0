#include "tests/state/history/ledger_suite.hpp"

using namespace faucet;
using namespace faucet::test;

namespace {

member_facts member_named(std::string instance) {
  return {.instance = std::move(instance),
          .listen = "10.0.1.4:8080",
          .mesh = "10.0.1.4:9080",
          .in_flight = 1,
          .max_concurrent = 4,
          .state_format = 3,
          .pools = names{"default", "gpu"},
          .vault_keys = names{"0123456789abcdef", "fedcba9876543210"},
          .clustered = true};
}

std::vector<member_facts> live(open_ledger& in, std::chrono::milliseconds window = lasting) {
  auto found = in.members().live(window);
  if (!found) {
    FAIL(render(found.error()));
  }
  std::vector<member_facts> result;
  for (const auto& x : *found) {
    CHECK(x.silence >= 0ms);
    CHECK(x.silence < lasting);
    result.push_back(x.facts);
  }
  return result;
}

} // namespace

TEST_CASE("a member that lets itself be heard of is known with all it said last") {
  auto place = each_ledger_place();
  auto member = place->open();
  CHECK(live(*member).empty());
  auto second = member_named("b");
  second.mesh.clear();
  second.pools = std::nullopt;
  second.clustered = false;
  auto third = member_named("c");
  third.pools = names{};
  third.vault_keys.clear();
  third.clustered = std::nullopt;
  for (const auto& x : {third, member_named("a"), second}) {
    REQUIRE(member->members().heartbeat(x));
  }
  CHECK(live(*member) == std::vector{member_named("a"), second, third});
  auto changed = member_named("a");
  changed.in_flight = 4;
  changed.pools = names{"gpu"};
  REQUIRE(member->members().heartbeat(changed));
  CHECK(live(*place->open()) == std::vector{changed, second, third});
}

TEST_CASE("a window of zero holds nobody") {
  auto place = each_ledger_place();
  auto member = place->open();
  REQUIRE(member->members().heartbeat(member_named("a")));
  CHECK(live(*member, 0ms).empty());
  CHECK(live(*member, -1s).empty());
}

TEST_CASE("a member that leaves is gone at once") {
  auto place = each_ledger_place();
  auto member = place->open();
  REQUIRE(member->members().heartbeat(member_named("a")));
  REQUIRE(member->members().heartbeat(member_named("b")));
  REQUIRE(member->members().leave("a"));
  REQUIRE(member->members().leave("a"));
  CHECK(live(*member) == std::vector{member_named("b")});
}

TEST_CASE("the cluster reads what its oldest member reads") {
  std::vector<live_member> members(2);
  members[0].facts.state_format = 2;
  members[1].facts.state_format = 5;
  CHECK(lowest_state_format(members, 3) == 2);
  members[0].facts.state_format = 4;
  CHECK(lowest_state_format(members, 3) == 3);
  CHECK(lowest_state_format({}, 3) == 3);
}
