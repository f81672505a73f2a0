#include "apps/node/callbacks.hpp"

#include "actors/detached.hpp"
#include "actors/hosting.hpp"
#include "apps/node/gateway/callback_try.hpp"
#include "cluster/messages.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>

#include <future>

namespace faucet {

namespace {

/// Between two looks at what is due.
constexpr std::chrono::seconds pace{1};

/// Made at a time, so that one server that does not answer holds up few others.
constexpr uint32_t batch = 16;

/// How long a delivery is this node's: until it has been tried, and written down.
constexpr std::chrono::seconds lease = 3 * callback_time;

class callback_host {
public:
  static inline constexpr const char* name = "callbacks";

  explicit callback_host(callback_actor::pointer self) : self_(self) {
    // nop
  }

  callback_actor::behavior_type make_behavior(std::shared_ptr<history> kept,
                                              std::vector<std::string> hosts) {
    kept_ = std::move(kept);
    hosts_ = std::move(hosts);
    self_->send(self_, atom::tick::value);
    return {[this](atom::tick) { tick(); }};
  }

private:
  void tick() {
    auto due = call_driver("history", [this] { return kept_->callbacks().take(batch, lease); });
    self_->delayed_send(self_, due ? make(*due) : pace, atom::tick::value);
  }

  /// Makes them all at once; returns how long to wait for the next.
  std::chrono::milliseconds make(const std::vector<delivery>& due) {
    std::vector<std::future<callback_verdict>> tries;
    tries.reserve(due.size());
    for (const auto& each : due) {
      // Without a thread to spare it is made while its verdict is waited for.
      tries.push_back(std::async(std::launch::async | std::launch::deferred,
                                 [this, &each] { return try_callback(each, hosts_); }));
    }
    std::chrono::milliseconds wait = due.size() == batch ? std::chrono::milliseconds{0} : pace;
    std::vector<uint64_t> over;
    for (size_t i = 0; i < due.size(); ++i) {
      auto verdict = tries[i].get();
      if (verdict.pause) {
        wait = std::min(wait, *verdict.pause);
        postpone(due[i], verdict);
        continue;
      }
      if (!verdict.error.empty()) {
        spdlog::warn("the callback of run {} is given up: {}", due[i].record.run, verdict.error);
      }
      over.push_back(due[i].id);
    }
    settle(over);
    return wait;
  }

  // What is not written down is made again once the lease has ended.

  void postpone(const delivery& x, const callback_verdict& verdict) {
    note(call_driver(
      "history", [&] { return kept_->callbacks().postpone(x.id, *verdict.pause, verdict.error); }));
  }

  void settle(const std::vector<uint64_t>& ids) {
    note(call_driver("history", [&] { return kept_->callbacks().settle(ids); }));
  }

  static void note(const expected<void>& written) {
    if (!written) {
      spdlog::warn("a callback that was made may be made again: {}", render(written.error()));
    }
  }

  callback_actor::pointer self_;
  std::shared_ptr<history> kept_;
  std::vector<std::string> hosts_;
};

callback_actor::behavior_type make_callbacks(callback_actor::stateful_pointer<callback_host> self,
                                             std::shared_ptr<history> kept,
                                             std::vector<std::string> hosts) {
  return self->state.make_behavior(std::move(kept), std::move(hosts));
}

} // namespace

expected<callback_actor> spawn_callbacks(caf::blocking_actor& self, std::shared_ptr<history> kept,
                                         std::vector<std::string> hosts) {
  return spawn_detached(self, make_callbacks, std::move(kept), std::move(hosts));
}

} // namespace faucet
