#include "cluster/neighbours.hpp"

#include <map>
#include <thread>

namespace faucet {

namespace {

std::string name_of(const live_member& x) {
  return (x.facts.clustered.value_or(true) ? "a member of a cluster" : "a node without --cluster")
         + std::string{" ("} + (x.facts.listen.empty() ? x.facts.instance : x.facts.listen) + ")";
}

tl::unexpected<error> refuse(const live_member& x, bool clustered) {
  return fail(ec::state_conflict,
              name_of(x) + " lives there: "
                + (clustered ? "end it first, it would fail runs that a cluster goes on with"
                             : "start this node with --cluster, or give it a --history of its own"),
              "the history");
}

} // namespace

expected<void> meet_neighbours(member_registry& members, const newcomer& self) {
  std::map<std::string, std::chrono::milliseconds> silences;
  for (;;) {
    auto live = members.live(self.lease);
    if (!live) {
      return fail(std::move(live));
    }
    std::erase_if(*live, [&self](const live_member& x) {
      return x.facts.clustered.value_or(true) == self.clustered;
    });
    if (live->empty()) {
      return {};
    }
    for (const auto& x : *live) {
      auto [known, is_new] = silences.try_emplace(x.facts.instance, x.silence);
      if (!is_new && x.silence < known->second) {
        return refuse(x, self.clustered);
      }
      if (silences.size() == 1 && is_new && self.waits) {
        self.waits("until it is known whether " + name_of(x) + " lives");
      }
      known->second = x.silence;
    }
    if (self.stop && self.stop->load()) {
      return fail(ec::cancelled, "was told to stop");
    }
    std::this_thread::sleep_for(self.pause);
  }
}

} // namespace faucet
