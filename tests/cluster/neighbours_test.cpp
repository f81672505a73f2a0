#include "cluster/neighbours.hpp"
#include "tests/catch.hpp"
#include "tests/state/history/history_place.hpp"

#include <deque>

using namespace faucet;
using namespace std::chrono_literals;

namespace {

live_member heard(std::string instance, std::optional<bool> clustered,
                  std::chrono::milliseconds silence) {
  return {.facts = {.instance = instance, .listen = "10.0.0.2:8080", .clustered = clustered},
          .silence = silence};
}

using replies = std::deque<std::vector<live_member>>;

/// A registry whose answers are known beforehand; the last one is repeated.
class known_members : public member_registry {
public:
  explicit known_members(replies told) : answers_(std::move(told)) {
    // nop
  }

  expected<void> heartbeat(const member_facts&) override {
    return {};
  }

  expected<std::vector<live_member>> live(std::chrono::milliseconds) override {
    ++asked;
    if (failing(asked)) {
      return tl::unexpected(failure);
    }
    auto result = answers_.front();
    if (answers_.size() > 1) {
      answers_.pop_front();
    }
    return result;
  }

  expected<void> leave(const std::string&) override {
    return {};
  }

  size_t asked = 0;
  error failure = {ec::unavailable, "the connection was closed", "db.example.com"};
  std::function<bool(size_t)> failing = [](size_t) { return false; };

private:
  replies answers_;
};

newcomer starting(bool clustered) {
  return {.clustered = clustered, .lease = 30s, .pause = 0ms, .stop = {}};
}

} // namespace

TEST_CASE("a node alone does not start beside a member that is heard of again") {
  known_members members{
    replies{{heard("a", true, 400ms)}, {heard("a", true, 500ms)}, {heard("a", true, 10ms)}}};
  auto met = meet_neighbours(members, starting(false));
  REQUIRE_FALSE(met);
  CHECK(met.error().code == ec::state_conflict);
  CHECK(met.error().what.find("10.0.0.2:8080") != std::string::npos);
  CHECK(met.error().what.find("--cluster") != std::string::npos);
  CHECK(members.asked == 3);
}

TEST_CASE("a node alone starts once the member that was seen is silent for a lease") {
  std::vector<std::string> waits;
  known_members members{replies{{heard("a", true, 28s)}, {heard("a", true, 29s)}, {}}};
  auto self = starting(false);
  self.waits = [&waits](const std::string& text) { waits.push_back(text); };
  CHECK(meet_neighbours(members, self));
  CHECK(members.asked == 3);
  CHECK(waits.size() == 1);
}

TEST_CASE("a member does not start beside a node alone that lives, and waits for no other member") {
  known_members alone{replies{{heard("a", false, 400ms)}, {heard("a", false, 10ms)}}};
  CHECK_FALSE(meet_neighbours(alone, starting(true)));
  known_members alike{replies{{heard("a", true, 400ms), heard("b", std::nullopt, 1s)}}};
  CHECK(meet_neighbours(alike, starting(true)));
  CHECK(alike.asked == 1);
}

TEST_CASE("a node alone takes a node that does not tell its kind for a member") {
  known_members members{
    replies{{heard("a", std::nullopt, 400ms)}, {heard("a", std::nullopt, 10ms)}}};
  CHECK_FALSE(meet_neighbours(members, starting(false)));
}

TEST_CASE("a node alone starts at once where one like it has died") {
  known_members members{replies{{heard("a", false, 400ms)}}};
  CHECK(meet_neighbours(members, starting(false)));
  CHECK(members.asked == 1);
}

TEST_CASE("a history that fails in passing is asked again by a node that waits for neighbours") {
  std::vector<std::string> waits;
  known_members members{replies{{heard("a", true, 28s)}, {}}};
  members.failing = [](size_t asked) { return asked == 2 || asked == 3; };
  auto self = starting(false);
  self.waits = [&waits](const std::string& text) { waits.push_back(text); };
  CHECK(meet_neighbours(members, self));
  CHECK(members.asked == 4);
  REQUIRE(waits.size() == 2);
  CHECK(waits[1] == "for the history: db.example.com: the connection was closed");
}

TEST_CASE("a node that starts does not wait for ever for a history that fails") {
  known_members away{replies{{}}};
  away.failing = [](size_t) { return true; };
  auto self = starting(true);
  self.patience = 0ms;
  auto met = meet_neighbours(away, self);
  REQUIRE_FALSE(met);
  CHECK(met.error().code == ec::unavailable);
  CHECK(away.asked == 1);
  known_members broken{replies{{}}};
  broken.failing = away.failing;
  broken.failure = {ec::state_failed, "no such table"};
  CHECK_FALSE(meet_neighbours(broken, starting(true)));
  CHECK(broken.asked == 1);
}

TEST_CASE("a node that is told to stop does not wait for a history that fails") {
  known_members members{replies{{}}};
  members.failing = [](size_t) { return true; };
  auto self = starting(true);
  self.stop = std::make_shared<std::atomic<bool>>(true);
  auto met = meet_neighbours(members, self);
  REQUIRE_FALSE(met);
  CHECK(met.error().code == ec::cancelled);
  CHECK(members.asked == 1);
}

TEST_CASE("a node alone does not fail runs of others while a member of a cluster lives") {
  auto place = test::each_history_place();
  auto kept = place->open();
  new_run fresh;
  fresh.run = "r1";
  REQUIRE(kept->ledger().submit({&fresh, 1}));
  claim_terms gone{.owner = "gone", .pools = {}, .limit = 1, .lease = 0ms};
  REQUIRE(kept->ledger().claim(gone)->size() == 1);
  auto clustered = GENERATE(std::optional{true}, std::optional<bool>{});
  REQUIRE(kept->members().heartbeat({.instance = "self", .clustered = false}));
  REQUIRE(kept->members().heartbeat({.instance = "a", .clustered = clustered}));
  auto refused = recover_alone(kept->members(), kept->ledger(), 30s);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == ec::state_conflict);
  CHECK((*kept->ledger().find("r1"))->status == run_status::running);
  REQUIRE(kept->members().leave("a"));
  CHECK(*recover_alone(kept->members(), kept->ledger(), 30s) == std::vector<std::string>{"r1"});
  CHECK((*kept->ledger().find("r1"))->status == run_status::failed);
}

TEST_CASE("a node that is told to stop does not wait for its neighbours") {
  known_members members{replies{{heard("a", true, 1s)}}};
  auto self = starting(false);
  self.stop = std::make_shared<std::atomic<bool>>(true);
  auto met = meet_neighbours(members, self);
  REQUIRE_FALSE(met);
  CHECK(met.error().code == ec::cancelled);
}
