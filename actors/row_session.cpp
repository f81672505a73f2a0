#include "actors/row_session.hpp"

#include "actors/asking.hpp"
#include "actors/defaults.hpp"
#include "actors/errors.hpp"
#include "state/run_lease.hpp"

#include <caf/all.hpp>

namespace faucet {

row_session::row_session(invocation_actor::pointer self, row_memory memory, std::string run_id,
                         listeners hear)
  : self_(self), memory_(std::move(memory)), run_id_(std::move(run_id)), hear_(std::move(hear)) {
  // nop
}

void row_session::begin(std::function<void(const expected<stored_text>&)> then) {
  if (!remembers()) {
    then(stored_text{});
    return;
  }
  auto asked = duration_tally::clock::now();
  auto refused = [this, then](const caf::error& reason) {
    auto told = why(reason);
    if (memory_.tally) {
      memory_.tally->gets.failures.add(told.code);
    }
    then(tl::unexpected(std::move(told)));
  };
  if (!memory_.markers) {
    ask<stored_text>(
      self_, unanswered_, memory_.store, defaults::store_timeout,
      [this, then, asked](const stored_text& held) {
        count_get(asked, held.text.has_value());
        then(held);
      },
      refused, atom::get{}, memory_.key);
    return;
  }
  ask<claimed_row>(
    self_, unanswered_, memory_.store, defaults::store_timeout,
    [this, then, asked](const claimed_row& known) {
      count_get(asked, known.text.has_value());
      count_move(known);
      begun(known);
      then(stored_text{known.text});
    },
    refused, atom::claim{},
    row_claim{memory_.key, run_id_, memory_.force, memory_.older_keys, memory_.hold});
}

void row_session::count_get(moment begun, bool found) const {
  if (memory_.tally) {
    auto& gets = memory_.tally->gets;
    (found ? gets.hits : gets.misses).add();
    gets.times.add_since(begun);
  }
}

void row_session::count_move(const claimed_row& known) const {
  if (!memory_.tally) {
    return;
  }
  auto& tally = *memory_.tally;
  auto failed = known.adoption_failure != ec::none;
  if (known.adopted == adoption::moved) {
    tally.keys_moved.add();
  } else if (known.adopted == adoption::raced) {
    tally.keys_raced.add();
  }
  if (known.adopted == adoption::moved && !failed) {
    tally.removals.done.add();
    tally.removals.times.add(known.adopting);
  } else if (failed) {
    auto& calls = known.adopted == adoption::moved ? tally.removals.failures : tally.gets.failures;
    calls.add(known.adoption_failure);
  }
}

void row_session::count_put(moment begun, const expected<void>& outcome) const {
  if (!memory_.tally) {
    return;
  }
  auto& puts = memory_.tally->puts;
  if (outcome) {
    puts.done.add();
    puts.times.add_since(begun);
  } else {
    puts.failures.add(outcome.error().code);
  }
}

void row_session::begun(const claimed_row& known) {
  begun_ = true;
  for (const auto& text : known.warnings) {
    hear_.warn(text);
  }
  leased_ = known.leased;
  if (leased_) {
    renewed_ = looked_ = now();
    remind();
  }
}

void row_session::verify(const std::function<void()>& then) {
  notice_expiry();
  if (!leased_ || lost_ || now() - looked_ < lease_trust) {
    then();
    return;
  }
  waiting_.push_back(then);
  if (waiting_.size() > 1) {
    return; // one look for all
  }
  ask<atom::done>(
    self_, unanswered_, memory_.store, defaults::store_timeout,
    [this, asked = now()](atom::done) { verified(asked); },
    [this, asked = now()](const caf::error& reason) {
      if (auto told = why(reason); told.code == ec::lease_lost) {
        lose(told); // a store that fails is heard of when something is stored
      }
      verified(asked);
    },
    atom::verify{}, memory_.key);
}

void row_session::verified(std::chrono::steady_clock::time_point asked) {
  looked_ = asked;
  for (const auto& then : std::exchange(waiting_, {})) {
    then();
  }
}

void row_session::put(const std::string& text, std::function<void(const expected<void>&)> then) {
  verify([this, text, then = std::move(then)] {
    if (lost_) {
      then(tl::unexpected(*lost_));
      return;
    }
    auto end = [this, then, asked = duration_tally::clock::now()](const expected<void>& outcome) {
      count_put(asked, outcome);
      then(outcome);
    };
    ask<atom::done>(
      self_, unanswered_, memory_.store, defaults::store_timeout, [end](atom::done) { end({}); },
      [this, end](const caf::error& reason) { end(tl::unexpected(why(reason))); }, atom::put{},
      memory_.key, text);
  });
}

void row_session::renew() {
  notice_expiry();
  if (!leased_ || lost_) {
    return;
  }
  remind();
  if (std::exchange(renewing_, true)) {
    return;
  }
  self_->request(memory_.store, defaults::store_timeout, atom::renew{}, memory_.key)
    .then(
      [this, asked = now()](atom::done) {
        renewing_ = false;
        renewed_ = looked_ = asked;
      },
      [this](const caf::error& reason) {
        renewing_ = false;
        heed(why(reason), "the lease could not be renewed");
      });
}

void row_session::notice_expiry() {
  if (leased_ && !lost_ && now() - renewed_ >= lease_length) {
    lose(
      {ec::lease_lost, "the lease expired, because it could not be renewed in time", memory_.key});
  }
}

void row_session::remind() {
  self_->delayed_send(self_, lease_renewal_interval, atom::renew{});
}

void row_session::lose(const error& why) {
  if (!lost_) {
    lost_ = why;
    hear_.lost(why);
  }
}

void row_session::heed(const error& why, const std::string& what) {
  if (why.code == ec::lease_lost) {
    lose(why);
  } else {
    hear_.warn(what + ": " + render(why));
  }
}

void row_session::end(const invocation_report& how, std::function<void()> then) {
  if (!begun_ || lost_ || how.how == outcome::cancelled) {
    release(then);
    return;
  }
  ask<atom::done>(
    self_, unanswered_, memory_.store, defaults::store_timeout,
    [this, then](atom::done) { release(then); },
    [this, then](const caf::error& reason) {
      heed(why(reason), "how the run ended could not be kept");
      release(then);
    },
    atom::note{}, memory_.key, how);
}

void row_session::release(const std::function<void()>& then) {
  if (!std::exchange(leased_, false)) {
    then();
    return;
  }
  ask<atom::done>(
    self_, unanswered_, memory_.store, defaults::store_timeout, [then](atom::done) { then(); },
    [this, then](const caf::error& reason) {
      heed(why(reason), "the lease could not be ended");
      then();
    },
    atom::release{}, memory_.key);
}

std::string row_session::store_name() const {
  return memory_.store_type.empty() ? "the state store"
                                    : "the " + memory_.store_type + " state store";
}

error row_session::why(const caf::error& reason) const {
  if (reason == caf::sec::request_timeout) {
    return {ec::unavailable,
            "no answer from " + store_name() + " within "
              + std::to_string(defaults::store_timeout.count()) + " seconds",
            memory_.key};
  }
  return from_caf(reason);
}

std::chrono::steady_clock::time_point row_session::now() const {
  return self_->home_system().clock().now();
}

} // namespace faucet
