#include "actors/row_session.hpp"

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
  auto refused = [then](const caf::error& reason) { then(tl::unexpected(from_caf(reason))); };
  if (!memory_.markers) {
    self_->request(memory_.store, defaults::store_timeout, atom::get{}, memory_.key)
      .then([then](const stored_text& held) { then(held); }, refused);
    return;
  }
  self_
    ->request(memory_.store, defaults::store_timeout, atom::claim{},
              row_claim{memory_.key, run_id_, memory_.force, memory_.older_keys})
    .then(
      [this, then](const claimed_row& known) {
        begun(known);
        then(stored_text{known.text});
      },
      refused);
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
  self_->request(memory_.store, defaults::store_timeout, atom::verify{}, memory_.key)
    .then([this, asked = now()](atom::done) { verified(asked); },
          [this, asked = now()](const caf::error& reason) {
            if (auto why = from_caf(reason); why.code == ec::lease_lost) {
              lose(why); // a store that fails is heard of when something is stored
            }
            verified(asked);
          });
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
    self_->request(memory_.store, defaults::store_timeout, atom::put{}, memory_.key, text)
      .then([then](atom::done) { then({}); },
            [then](const caf::error& reason) { then(tl::unexpected(from_caf(reason))); });
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
        heed(from_caf(reason), "the lease could not be renewed");
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
  self_->request(memory_.store, defaults::store_timeout, atom::note{}, memory_.key, how)
    .then([this, then](atom::done) { release(then); },
          [this, then](const caf::error& reason) {
            heed(from_caf(reason), "how the run ended could not be kept");
            release(then);
          });
}

void row_session::release(const std::function<void()>& then) {
  if (!std::exchange(leased_, false)) {
    then();
    return;
  }
  self_->request(memory_.store, defaults::store_timeout, atom::release{}, memory_.key)
    .then([then](atom::done) { then(); },
          [this, then](const caf::error& reason) {
            heed(from_caf(reason), "the lease could not be ended");
            then();
          });
}

std::chrono::steady_clock::time_point row_session::now() const {
  return self_->home_system().clock().now();
}

} // namespace faucet
