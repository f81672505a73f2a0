#include "tests/sim/node.hpp"

#include "tests/sim/describe.hpp"
#include "tests/sim/world.hpp"

#include <utility>

namespace faucet::sim {

using std::chrono::milliseconds;

node::node(world& around, node_settings chosen) : world_(around), settings_(std::move(chosen)) {
  // nop
}

moment node::own_time() const {
  return settings_.clock.at(world_.time.now());
}

// -- its fate -----------------------------------------------------------------

void node::start() {
  if (lives_) {
    return;
  }
  lives_ = true;
  paused_ = false;
  crash_in_ = 0;
  instance_ = "n" + std::to_string(settings_.place) + "." + std::to_string(++starts_);
  member_settings chosen;
  chosen.self.instance = instance_;
  chosen.self.max_concurrent = settings_.capacity;
  chosen.self.pools = settings_.pools;
  chosen.timing = world_.settings.timing;
  chosen.fast_failover = world_.settings.fast_failover;
  chosen.pool_wait = world_.settings.pool_wait;
  state_ = join(std::move(chosen), own_time());
  wakes_at_ = moment::max();
  world_.trace(instance_, [] { return "starts"; });
  receive(events::woke{});
}

void node::crash() {
  if (!lives_) {
    return;
  }
  world_.trace(instance_, [] { return "crashes"; });
  ++world_.suffered.crashes;
  end_process();
}

void node::end_process() {
  lives_ = false;
  paused_ = false;
  works_.clear();
  questions_.clear();
  missed_.clear();
  world_.mesh.process_ended(settings_.place, instance_);
  auto down = world_.chance.between(milliseconds(500), milliseconds(60'000));
  world_.time.after(down, [this] { start(); });
}

void node::pause() {
  if (!lives_) {
    return;
  }
  paused_ = true;
  world_.trace(instance_, [] { return "is paused"; });
}

void node::resume() {
  if (!lives_ || !paused_) {
    return;
  }
  paused_ = false;
  world_.trace(instance_, [] { return "goes on"; });
  while (lives_ && !paused_ && !missed_.empty()) {
    auto next = std::move(missed_.front());
    missed_.pop_front();
    next();
  }
}

void node::drain() {
  ++world_.suffered.drains;
  receive(events::drain_asked{});
}

// -- what reaches it ----------------------------------------------------------

void node::receive(const member_event& event) {
  if (!lives_) {
    return;
  }
  if (paused_) {
    missed_.emplace_back([this, event] { tell(event); });
  } else {
    tell(event);
  }
}

void node::later(virtual_time delay, std::function<void()> what) {
  world_.time.after(delay, [this, process = starts_, what = std::move(what)] {
    if (!lives_ || starts_ != process) {
      return;
    }
    if (paused_) {
      missed_.push_back(what);
    } else {
      what();
    }
  });
}

void node::tell(const member_event& event) {
  plant(event);
  world_.trace(instance_, [&] { return describe(event); });
  auto process = starts_;
  for (const auto& effect : step(state_, event, own_time())) {
    if (crash_in_ != 0 && --crash_in_ == 0) {
      return crash();
    }
    world_.trace(instance_, [&] { return "  " + describe(effect); });
    std::visit([this](const auto& x) { carry_out(x); }, effect);
    if (!lives_ || starts_ != process) {
      return;
    }
  }
  if (state_.held.size() > settings_.capacity) {
    world_.seen.violated("holds more runs than it has places for", instance_);
  }
  wake_in_time();
}

/// Members that believe a lease to run from when the answer arrived.
void node::plant(const member_event& event) {
  if (world_.settings.bug != planted_bug::lease_counts_from_answer) {
    return;
  }
  if (std::holds_alternative<events::renew_answer>(event) && state_.renewing.asked) {
    state_.renewing.asked = own_time();
  }
  if (std::holds_alternative<events::claim_answer>(event) && state_.claiming.asked) {
    state_.claiming.asked = own_time();
  }
}

void node::wake_in_time() {
  auto due = next_due(state_);
  if (due == moment::max() || due == wakes_at_) {
    return;
  }
  if (due <= own_time()) {
    world_.seen.violated("asks to be woken for what it has just left undone", instance_);
    return;
  }
  wakes_at_ = due;
  later(settings_.clock.when(due) - world_.time.now(), [this, due] {
    if (wakes_at_ != due) {
      return;
    }
    wakes_at_ = moment::max();
    receive(events::woke{});
  });
}

} // namespace faucet::sim
