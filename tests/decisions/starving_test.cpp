#include "cluster/decisions/starving.hpp"
#include "tests/catch.hpp"

using namespace faucet;
using namespace std::chrono_literals;

namespace {

const moment start{100s};

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
    take_pending(state, {std::move(counts)}, self, members, patience, now, out);
    std::vector<std::string> failed;
    for (const auto& x : out) {
      failed.push_back(std::get<effects::fail_starved>(x).pool);
    }
    return failed;
  }
};

} // namespace

TEST_CASE("runs of a pool that nobody serves are failed after the patience, and not before") {
  pools x;
  CHECK(x.pending({{"gpu", 1}}, start).empty());
  CHECK(x.pending({{"gpu", 1}}, start + 59s).empty());
  CHECK(x.pending({{"gpu", 1}}, start + 60s) == std::vector<std::string>{"gpu"});
}

TEST_CASE("without a patience runs wait for ever", "[P226]") {
  pools x;
  x.patience.reset();
  x.pending({{"gpu", 1}}, start);
  CHECK(x.pending({{"gpu", 1}}, start + 10000s).empty());
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
  CHECK(x.pending({{"gpu", 1}}, start + 120s).size() == 1);
}

TEST_CASE("a pool that was empty meanwhile starts anew") {
  pools x;
  x.pending({{"gpu", 1}}, start);
  x.pending({}, start + 30s);
  CHECK(x.pending({{"gpu", 1}}, start + 60s).empty());
}

TEST_CASE("the pools of this member are served, and so is every pool by an old release") {
  pools x;
  x.pending({{"default", 1}}, start);
  CHECK(x.pending({{"default", 1}}, start + 100s).empty());
  x.members.resize(1);
  x.pending({{"gpu", 1}}, start);
  CHECK(x.pending({{"gpu", 1}}, start + 100s).empty());
}

TEST_CASE("a question that was not answered changes nothing") {
  pools x;
  x.pending({{"gpu", 1}}, start);
  effect_list out;
  take_pending(x.state, {}, x.self, x.members, x.patience, start + 30s, out);
  CHECK(x.pending({{"gpu", 1}}, start + 60s).size() == 1);
}
