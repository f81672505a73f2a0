#include "cluster/decisions/suspicion.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

/// Member "a" with links to "b" and "c"; "c" goes down at the start.
struct watcher {
  suspicion_state state;
  contact_state contact;
  effect_list out;

  explicit watcher(bool watchful = true) {
    note_contact(contact, true, start - 60s, timing);
    take_link_up(state, "b");
    take_link_up(state, "c");
    take_link_down(state, "c", watchful, start);
  }

  void members(std::vector<std::pair<std::string, std::chrono::milliseconds>> silences,
               moment now) {
    std::vector<seen_member> list;
    for (auto& [name, silence] : silences) {
      seen_member member;
      member.facts.instance = name;
      member.silent_for = silence;
      list.push_back(std::move(member));
    }
    out.clear();
    take_members(state, "a", list, contact, now, timing, out);
  }

  /// The history says that "c" has been silent for two heartbeats.
  void stale(moment now = start + 2s) {
    members({{"a", 0ms}, {"b", 0ms}, {"c", 2s}}, now);
  }

  void port(port_state answer, uint64_t round = 1) {
    out.clear();
    take_port(state, {"c", round, answer}, start + 2s, timing, out);
  }

  void peer(std::optional<bool> talks, uint64_t round = 1) {
    out.clear();
    take_peer(state, {"b", "c", round, talks}, start + 2s, timing, out);
  }

  bool condemns() const {
    for (const auto& x : out) {
      if (std::holds_alternative<effects::ask_reclaim_from>(x)) {
        return true;
      }
    }
    return false;
  }
};

} // namespace

TEST_CASE("a link that drops makes the history be asked") {
  watcher x;
  CHECK(wants_members(x.state, start));
}

TEST_CASE("with fast failover turned off nobody is suspected") {
  watcher x(false);
  CHECK_FALSE(wants_members(x.state, start));
}

TEST_CASE("a member that was never linked is not suspected") {
  suspicion_state x;
  take_link_down(x, "z", true, start);
  CHECK(x.suspects.empty());
}

TEST_CASE("a heartbeat that may still move is waited for") {
  watcher x;
  x.members({{"a", 0ms}, {"b", 0ms}, {"c", 500ms}}, start);
  CHECK(x.out.empty());
  CHECK_FALSE(wants_members(x.state, start + 1499ms));
  CHECK(wants_members(x.state, start + 1500ms));
}

TEST_CASE("a silent member's port and everybody who lives are asked") {
  watcher x;
  x.stale();
  REQUIRE(x.out.size() == 2);
  CHECK(std::get<effects::ask_port>(x.out[0]).instance == "c");
  CHECK(std::get<effects::ask_peer>(x.out[1]).peer == "b");
}

TEST_CASE("silent, refusing and talked to by nobody: dead") {
  for (auto port : {port_state::refused, port_state::replaced}) {
    watcher x;
    x.stale();
    x.port(port);
    CHECK_FALSE(x.condemns());
    x.peer(false);
    CHECK(x.condemns());
  }
}

TEST_CASE("a port that answers, or about which nothing is known, leaves it to the lease") {
  for (auto port : {port_state::answers, port_state::unknown}) {
    watcher x;
    x.stale();
    x.peer(false);
    x.port(port);
    CHECK_FALSE(x.condemns());
    CHECK(wants_members(x.state, start + 3s));
  }
}

TEST_CASE("a peer that talks to it, or does not answer, leaves it to the lease") {
  for (auto talks : {std::optional<bool>(true), std::optional<bool>()}) {
    watcher x;
    x.stale();
    x.port(port_state::refused);
    x.peer(talks);
    CHECK_FALSE(x.condemns());
    CHECK_FALSE(std::get<effects::tell_verdict>(x.out.at(0)).dead);
  }
}

TEST_CASE("a live member that cannot be asked leaves it to the lease") {
  watcher x;
  x.members({{"a", 0ms}, {"c", 2s}, {"stranger", 0ms}}, start + 2s);
  CHECK(x.out.empty());
}

TEST_CASE("two members that die together are not asked about one another") {
  watcher x;
  take_link_down(x.state, "b", true, start);
  x.members({{"a", 0ms}, {"b", 3s}, {"c", 3s}}, start + 3s);
  CHECK(x.out.size() == 2);
}

TEST_CASE("silence counts for nothing where the history did not answer us either") {
  watcher x;
  note_contact(x.contact, false, start, timing);
  note_contact(x.contact, true, start + 1s, timing);
  x.stale(start + 2s);
  CHECK(x.out.empty());
  x.stale(start + 3s);
  CHECK(x.out.size() == 2);
}

TEST_CASE("a link that comes back ends the suspicion, and late answers count for nothing") {
  watcher x;
  x.stale();
  x.port(port_state::refused);
  take_link_up(x.state, "c");
  x.peer(false);
  CHECK_FALSE(x.condemns());
  take_link_down(x.state, "c", true, start + 2s);
  x.stale();
  x.port(port_state::refused, 1);
  x.peer(false, 2);
  CHECK_FALSE(x.condemns());
  x.port(port_state::refused, 2);
  CHECK(x.condemns());
}

TEST_CASE("a member that is out of the registry, or beyond its lease, is suspected no more") {
  watcher x;
  x.members({{"a", 0ms}, {"b", 0ms}}, start);
  CHECK(x.state.suspects.empty());
  watcher y;
  y.members({{"a", 0ms}, {"b", 0ms}, {"c", 30s}}, start + 30s);
  CHECK(y.state.suspects.empty());
}

TEST_CASE("a verdict that the history did not take is reached anew") {
  watcher x;
  x.stale();
  x.port(port_state::refused);
  x.peer(false);
  take_reclaimed_from(x.state, {"c", {}}, start + 2s, timing);
  CHECK(wants_members(x.state, start + 3s));
  x.stale();
  x.port(port_state::refused, 2);
  x.peer(false, 2);
  CHECK(x.condemns());
  take_reclaimed_from(x.state, {"c", std::vector<std::string>{"default"}}, start + 4s, timing);
  CHECK(x.state.suspects.empty());
}
