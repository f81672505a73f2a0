#include "cluster/neighbours.hpp"

#include <map>
#include <thread>
#include <utility>

namespace faucet {

namespace {

std::string name_of(const live_member& x) {
  return (x.facts.clustered.value_or(true) ? "a member of a cluster" : "a node without --cluster")
         + std::string{" ("} + (x.facts.listen.empty() ? x.facts.instance : x.facts.listen) + ")";
}

bool shares_with(const live_member& x, bool clustered) {
  return x.facts.clustered.value_or(true) == clustered;
}

error conflict_of(const live_member& x, bool clustered) {
  return {ec::state_conflict,
          name_of(x) + " lives there: "
            + (clustered ? "end it first, it would fail runs that a cluster goes on with"
                         : "start this node with --cluster, or give it a --history of its own"),
          "the history"};
}

/// Who lives; where the history does not answer, asks again as long as the node that starts bears.
class patient_look {
public:
  patient_look(member_registry& members, const newcomer& self) : members_(members), self_(self) {
    // nop
  }

  expected<std::vector<live_member>> operator()() {
    auto give_up = std::chrono::steady_clock::now() + self_.patience;
    for (;;) {
      auto live = members_.live(self_.lease);
      if (live || !is_transient(live.error()) || std::chrono::steady_clock::now() >= give_up) {
        return live;
      }
      if (!std::exchange(has_told_, true) && self_.waits) {
        self_.waits("for the history: " + render(live.error()));
      }
      if (auto ok = pause(); !ok) {
        return fail(std::move(ok));
      }
    }
  }

  /// Between two looks; fails where the node is to end.
  [[nodiscard]] expected<void> pause() const {
    if (self_.stop && self_.stop->load()) {
      return fail(ec::cancelled, "was told to stop");
    }
    std::this_thread::sleep_for(self_.pause);
    return {};
  }

private:
  member_registry& members_;
  const newcomer& self_;
  bool has_told_ = false;
};

} // namespace

expected<void> meet_neighbours(member_registry& members, const newcomer& self) {
  patient_look look{members, self};
  std::map<std::string, std::chrono::milliseconds> silences;
  for (;;) {
    auto live = look();
    if (!live) {
      return fail(std::move(live));
    }
    std::erase_if(*live, [&self](const live_member& x) { return shares_with(x, self.clustered); });
    if (live->empty()) {
      return {};
    }
    for (const auto& x : *live) {
      auto [known, is_new] = silences.try_emplace(x.facts.instance, x.silence);
      if (!is_new && x.silence < known->second) {
        return tl::unexpected(conflict_of(x, self.clustered));
      }
      if (silences.size() == 1 && is_new && self.waits) {
        self.waits("until it is known whether " + name_of(x) + " lives");
      }
      known->second = x.silence;
    }
    if (auto ok = look.pause(); !ok) {
      return ok;
    }
  }
}

std::optional<error> conflict_with(std::span<const live_member> live, bool clustered) {
  for (const auto& x : live) {
    if (!shares_with(x, clustered)) {
      return conflict_of(x, clustered);
    }
  }
  return {};
}

expected<std::vector<std::string>> recover_alone(member_registry& members, run_ledger& ledger,
                                                 std::chrono::milliseconds lease) {
  auto live = members.live(lease);
  if (!live) {
    return fail(std::move(live));
  }
  if (auto conflict = conflict_with(*live, false)) {
    return tl::unexpected(std::move(*conflict));
  }
  return ledger.recover_single();
}

} // namespace faucet
