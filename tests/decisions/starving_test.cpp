#include "cluster/decisions/starving.hpp"
#include "tests/catch.hpp"
#include "tests/decisions/first_moment.hpp"

using namespace faucet;
using namespace faucet::test;
using namespace std::chrono_literals;

namespace {

struct pools {
  starving_state state;
  member_facts self;
  std::vector<seen_member> members;
  std::optional<std::chrono::milliseconds> patience = 60s;

  pools() {
    self.pools = {{"default"}};
  }

  /// The pools whose runs are to be failed.
  std::vector<std::string> pending(std::vector<std::pair<std::string, uint64_t>> counts,
                                   moment now) {
    effect_list out;
    take_pending(state, {std::move(counts)}, self, members, patience, now, cluster_timing{}, out);
    std::vector<std::string> failed;
    for (const auto& x : out) {
      failed.push_back(std::get<effects::fail_starved>(x).pool);
    }
    return failed;
  }

  /// The same at each tick from one moment to another: what is to be failed at the last.
  std::vector<std::string>
  pending_each_tick(const std::vector<std::pair<std::string, uint64_t>>& counts, moment from,
                    moment to) {
    std::vector<std::string> result;
    for (auto now = from; now <= to; now += cluster_timing{}.tick()) {
      result = pending(counts, now);
    }
    return result;
  }
};

} // namespace

TEST_CASE("runs of a pool that nobody serves are failed after the patience, and not before") {
  pools x;
  CHECK(x.pending_each_tick({{"gpu", 1}}, start, start + 50s).empty());
  CHECK(x.pending({{"gpu", 1}}, start + 59s).empty());
  CHECK(x.pending({{"gpu", 1}}, start + 60s) == std::vector<std::string>{"gpu"});
}

TEST_CASE("without a patience runs wait for ever", "[P226]") {
  pools x;
  x.patience.reset();
  CHECK(x.pending_each_tick({{"gpu", 1}}, start, start + 10000s).empty());
}

TEST_CASE("a pool that somebody serves again starts anew") {
  pools x;
  x.pending({{"gpu", 1}}, start);
  seen_member member;
  member.facts.pools = {{"gpu"}};
  x.members = {member};
  x.pending({{"gpu", 1}}, start + 30s);
  x.members.clear();
  CHECK(x.pending({{"gpu", 1}}, start + 60s).empty());
  CHECK(x.pending_each_tick({{"gpu", 1}}, start + 70s, start + 120s).size() == 1);
}

TEST_CASE("a pool that was empty meanwhile starts anew") {
  pools x;
  x.pending({{"gpu", 1}}, start);
  x.pending({}, start + 30s);
  CHECK(x.pending({{"gpu", 1}}, start + 60s).empty());
}

TEST_CASE("the pools of this member are served, and so is every pool by an old release") {
  pools x;
  CHECK(x.pending_each_tick({{"default", 1}}, start, start + 100s).empty());
  x.members.resize(1);
  CHECK(x.pending_each_tick({{"gpu", 1}}, start + 110s, start + 210s).empty());
}

TEST_CASE("a question that was not answered changes nothing") {
  pools x;
  x.pending({{"gpu", 1}}, start);
  effect_list out;
  take_pending(x.state, {}, x.self, x.members, x.patience, start + 30s, cluster_timing{}, out);
  CHECK(x.pending_each_tick({{"gpu", 1}}, start + 30s, start + 60s).size() == 1);
}

TEST_CASE("what nobody served before an outage of the history starts anew behind it") {
  pools x;
  x.pending_each_tick({{"gpu", 1}}, start, start + 50s);
  CHECK(x.pending({{"gpu", 1}}, start + 81s).empty());
  CHECK(x.pending_each_tick({{"gpu", 1}}, start + 91s, start + 131s).empty());
  CHECK(x.pending({{"gpu", 1}}, start + 141s).size() == 1);
}
