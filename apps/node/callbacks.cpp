#include "apps/node/callbacks.hpp"

#include "actors/detached.hpp"
#include "actors/hosting.hpp"
#include "apps/node/gateway/callback_try.hpp"
#include "cluster/messages.hpp"

#include <caf/all.hpp>
#include <spdlog/spdlog.h>

#include <future>
#include <map>
#include <system_error>

namespace faucet {

namespace {

using look = caf::atom_constant<caf::atom("look")>;
using made = caf::atom_constant<caf::atom("made")>;

/// Between two looks at what is due.
constexpr std::chrono::seconds pace{1};

/// Under way at a time. Each waits in a thread of its own.
constexpr size_t most_under_way = 32;

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
    hosts_ = std::make_shared<const std::vector<std::string>>(std::move(hosts));
    self_->send(self_, atom::tick::value);
    self_->set_exit_handler([this](caf::exit_msg& x) { leave(std::move(x.reason)); });
    return {
      [this](atom::tick) {
        self_->delayed_send(self_, pace, atom::tick::value);
        start_what_is_due();
      },
      [this](look) { start_what_is_due(); },
      [this](made) {
        take_verdicts();
        if (may_be_more_) {
          start_what_is_due();
        }
      },
    };
  }

private:
  /// A delivery, and the thread that makes it.
  struct attempt {
    delivery what;
    std::future<callback_verdict> verdict;
    std::future<void> thread;
  };

  void start_what_is_due() {
    auto room = most_under_way - under_way_.size();
    if (room == 0) {
      return;
    }
    auto due = call_driver(
      "history", [&] { return kept_->callbacks().take(static_cast<uint32_t>(room), lease); });
    if (!due) {
      return;
    }
    may_be_more_ = due->size() == room;
    for (auto& each : *due) {
      auto id = each.id;
      start(under_way_.insert_or_assign(id, attempt{std::move(each), {}, {}}).first->second);
    }
  }

  void start(attempt& x) {
    auto trial = std::make_shared<std::packaged_task<callback_verdict()>>(
      [hosts = hosts_, what = x.what] { return try_it(what, *hosts); });
    x.verdict = trial->get_future();
    auto work = [to = callback_actor{self_}, trial] {
      (*trial)();
      caf::anon_send(to, made::value);
    };
    try {
      x.thread = std::async(std::launch::async, work);
    } catch (const std::system_error&) {
      work(); // without a thread to spare the others wait
    }
  }

  static callback_verdict try_it(const delivery& what, const std::vector<std::string>& hosts) {
    try {
      return try_callback(what, hosts);
    } catch (const std::exception& thrown) {
      return {.error = thrown.what(), .pause = pace};
    }
  }

  /// Of all tries that are over, so that many cost one write.
  void take_verdicts() {
    std::vector<uint64_t> over;
    for (auto at = under_way_.begin(); at != under_way_.end();) {
      auto& [id, tried] = *at;
      if (tried.verdict.wait_for(std::chrono::seconds{0}) != std::future_status::ready) {
        ++at;
        continue;
      }
      auto verdict = tried.verdict.get();
      if (verdict.pause) {
        postpone(id, verdict);
        self_->delayed_send(self_, *verdict.pause, look::value);
      } else {
        if (!verdict.error.empty()) {
          spdlog::warn("the callback of run {} is given up: {}", tried.what.record.run,
                       verdict.error);
        }
        over.push_back(id);
      }
      at = under_way_.erase(at);
    }
    if (!over.empty()) {
      settle(over);
    }
  }

  /// What is under way is waited for, since it would be made again where its end is not stored.
  void leave(caf::error why) {
    for (const auto& [id, tried] : under_way_) {
      tried.verdict.wait();
    }
    take_verdicts();
    self_->quit(std::move(why));
  }

  // What is not written down is made again once the lease has ended.

  void postpone(uint64_t id, const callback_verdict& verdict) {
    note(call_driver(
      "history", [&] { return kept_->callbacks().postpone(id, *verdict.pause, verdict.error); }));
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
  std::shared_ptr<const std::vector<std::string>> hosts_;
  std::map<uint64_t, attempt> under_way_;
  bool may_be_more_ = false; ///< due, than was taken last
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
