#include "cluster/decisions/placing.hpp"
#include "tests/catch.hpp"

using namespace faucet;

namespace {

member_facts peer(const std::string& name, uint32_t in_flight, uint32_t most,
                  std::optional<std::vector<std::string>> pools = {{"default"}}) {
  member_facts x;
  x.instance = name;
  x.in_flight = in_flight;
  x.max_concurrent = most;
  x.pools = std::move(pools);
  return x;
}

/// Who is told of a run in a pool; empty where nobody is.
std::string kicked(placing_state& x, const std::string& pool = "default") {
  effect_list out;
  kick_a_peer(x, pool, out);
  return out.empty() ? "" : std::get<effects::kick_peer>(out[0]).instance;
}

} // namespace

TEST_CASE("the peer with the most room is told, and its room counts as less") {
  placing_state x;
  note_peer(x, peer("a", 3, 4));
  note_peer(x, peer("b", 2, 4));
  CHECK(kicked(x) == "b");
  CHECK(kicked(x) == "a");
  CHECK(kicked(x) == "b");
  CHECK(kicked(x).empty());
}

TEST_CASE("a peer that does not serve the pool is not told") {
  placing_state x;
  note_peer(x, peer("a", 0, 4, {{"gpu"}}));
  CHECK(kicked(x).empty());
  CHECK(kicked(x, "gpu") == "a");
}

TEST_CASE("a member of a release without pools claims any run") {
  CHECK(serves(peer("a", 0, 1, std::nullopt), "gpu"));
}

TEST_CASE("a peer that leaves, or that is not there, is not told") {
  placing_state x;
  note_peer(x, peer("a", 0, 4));
  note_bye(x, "a");
  note_peer(x, peer("a", 0, 4));
  CHECK(kicked(x).empty());
  note_peer(x, peer("b", 0, 4));
  forget_peer(x, "b");
  CHECK(kicked(x).empty());
}
