#include "apps/node/keeper.hpp"

#include "actors/detached.hpp"
#include "actors/hosting.hpp"
#include "cluster/messages.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>

namespace faucet {

namespace {

using clock = std::chrono::steady_clock;

/// Between two looks at how many runs wait.
constexpr std::chrono::seconds count_interval{2};

class keeper_host {
public:
  static inline constexpr const char* name = "keeper";

  explicit keeper_host(keeper_actor::pointer self) : self_(self) {
    // nop
  }

  keeper_actor::behavior_type make_behavior(keeper_parts parts) {
    parts_ = std::move(parts);
    self_->send(self_, atom::tick::value);
    return {[this](atom::tick) { tick(); }};
  }

private:
  void tick() {
    auto now = clock::now();
    if (parts_.streams->size() > 0) {
      follow(now);
    }
    if (parts_.counts_queued && now >= next_count_) {
      next_count_ = now + count_interval;
      count();
    }
    if (now >= next_purge_) {
      next_purge_ = now + parts_.purge_interval;
      purge();
    }
    self_->delayed_send(self_, log_streams::pace, atom::tick::value);
  }

  void follow(clock::time_point now) {
    auto followed = call_driver("history", [this, now]() -> expected<void> {
      parts_.streams->tick(*parts_.kept, now);
      return {};
    });
    if (!followed) {
      spdlog::warn("streams of logs were not looked at: {}", render(followed.error()));
    }
  }

  void count() {
    auto found = call_driver("history", [this] {
      return parts_.kept->archive().count({.statuses = {run_status::queued}});
    });
    if (found) {
      auto queued = found->find(run_status::queued);
      parts_.counts->queued(queued == found->end() ? 0 : queued->second);
    }
  }

  void purge() {
    auto gone = call_driver("history",
                            [this] { return parts_.kept->archive().purge_some(parts_.retention); });
    if (!gone) {
      spdlog::warn("what was kept for long enough is still there: {}", render(gone.error()));
      return;
    }
    if (gone->more) {
      next_purge_ = clock::time_point{}; // streams have their turn in between
    }
    parts_.counts->purged(gone->log_lines);
    if (gone->runs + gone->log_lines + gone->audit_entries > 0) {
      spdlog::info("forgot {} runs, {} lines of logs and {} audit entries", gone->runs,
                   gone->log_lines, gone->audit_entries);
    }
  }

  keeper_actor::pointer self_;
  keeper_parts parts_;
  clock::time_point next_purge_;
  clock::time_point next_count_;
};

keeper_actor::behavior_type keep(keeper_actor::stateful_pointer<keeper_host> self,
                                 keeper_parts parts) {
  return self->state.make_behavior(std::move(parts));
}

} // namespace

expected<keeper_actor> spawn_keeper(caf::blocking_actor& self, keeper_parts parts) {
  return spawn_detached(self, keep, std::move(parts));
}

} // namespace faucet
