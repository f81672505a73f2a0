#include "cluster/member.hpp"

#include "actors/errors.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace faucet {

namespace {

/// For the mesh to find out something.
constexpr std::chrono::seconds mesh_patience{20};

} // namespace

member_actor::behavior_type member_host::make_behavior(member_settings settings,
                                                       member_parts parts) {
  parts_ = std::move(parts);
  state_ = join(std::move(settings), now());
  self_->set_down_handler([this](const caf::down_msg& down) { take_death(down); });
  reminded_ = now();
  self_->send(self_, atom::tick::value);
  join_mesh();
  return {
    [this](atom::kick, const std::string& pool) { tell(events::run_submitted{pool}); },
    [this](atom::cancel, const std::string& run) { take_cancel(run); },
    [this](atom::note, const run_hold& hold) { tell(events::run_reported{hold}); },
    [this](atom::start, const run_hold& hold) {
      begun_.push_back(hold);
      note_begun();
    },
    [this](atom::ended, const run_end& how) { take_end(how); },
    [this](atom::hear, const member_event& heard) {
      tell(heard);
      if (parts_.counts) {
        parts_.counts->linked(state_.suspicion.links.size());
      }
    },
    [this](atom::view) { return view(); },
    [this](atom::drain) {
      auto result = self_->make_response_promise<atom::done>();
      drained_.push_back(result);
      tell(events::drain_asked{});
      return result;
    },
    [this](atom::tick) {
      if (now() < reminded_) {
        return; // a nearer reminder has overtaken this one
      }
      reminded_ = moment::max();
      tell(events::woke{});
    },
  };
}

member_view member_host::view() const {
  member_view result;
  result.self = state_.settings.self;
  result.self.in_flight = static_cast<uint32_t>(state_.held.size());
  for (const auto& x : state_.members) {
    result.members.push_back({x.facts, x.silent_for});
  }
  result.draining = !accepts_submissions(state_);
  result.history_answers = answers(state_.contact);
  return result;
}

// -- deciding -------------------------------------------------------------------

void member_host::tell(member_event event) {
  told_.push_back(std::move(event));
  if (is_deciding_) {
    return;
  }
  is_deciding_ = true;
  while (!told_.empty()) {
    auto next = std::move(told_.front());
    told_.pop_front();
    decide(next);
  }
  is_deciding_ = false;
  forget_what_is_over();
  remind();
}

void member_host::decide(const member_event& event) {
  for (const auto& next : step(state_, event, now())) {
    std::visit([this](const auto& x) { carry_out(x); }, next);
  }
}

void member_host::remind() {
  auto due = next_due(state_);
  if (due >= reminded_) {
    return;
  }
  reminded_ = due;
  self_->delayed_send(self_, std::max(due - now(), std::chrono::milliseconds{1}),
                      atom::tick::value);
}

moment member_host::now() const {
  auto at = self_->home_system().clock().now().time_since_epoch();
  return moment{std::chrono::duration_cast<std::chrono::milliseconds>(at)};
}

member_host::time_point member_host::on_clock(moment at) const {
  return time_point{at.time_since_epoch()};
}

// -- carrying out: to the runs --------------------------------------------------

void member_host::carry_out(const effects::start_run& x) {
  auto& run = runs_[x.hold];
  run.worker = parts_.start(self_, run.claimed, on_clock(x.write_until));
  run.begun = true;
  self_->monitor(run.worker);
}

void member_host::carry_out(const effects::extend_run& x) {
  if (auto run = runs_.find(x.hold); run != runs_.end() && run->second.worker) {
    self_->send(run->second.worker, atom::extend::value, on_clock(x.write_until));
  }
}

void member_host::carry_out(const effects::stop_run& x) {
  if (auto run = runs_.find(x.hold); run != runs_.end() && run->second.worker) {
    self_->send(run->second.worker, atom::stop::value, x.grace);
  }
}

void member_host::carry_out(const effects::drop_run& x) {
  if (auto run = runs_.find(x.hold); run != runs_.end() && run->second.worker) {
    self_->send(run->second.worker, atom::drop::value);
  }
}

void member_host::carry_out(const effects::discard_result&) {
  // The ledger has written that down.
}

void member_host::take_end(run_end how) {
  auto run = runs_.find(how.hold);
  if (run == runs_.end() || !run->second.worker) {
    return;
  }
  run->second.worker = nullptr;
  events::run_ended event{how.hold, how.status};
  run->second.end = std::move(how);
  tell(std::move(event));
}

void member_host::take_death(const caf::down_msg& down) {
  for (auto& [hold, run] : runs_) {
    if (run.worker && run.worker.address() == down.source) {
      take_end({.hold = hold,
                .status = run_status::failed,
                .error = "the run broke off: " + from_caf(down.reason).what});
      return;
    }
  }
}

void member_host::forget_what_is_over() {
  std::erase_if(runs_, [this](const auto& x) {
    return !x.second.worker && state_.held.find(x.first) == state_.held.end();
  });
}

// -- carrying out: to the mesh --------------------------------------------------

void member_host::join_mesh() {
  if (parts_.mesh) {
    self_->send(parts_.mesh, atom::join::value, member_actor{self_}, state_.settings.self);
  }
}

void member_host::carry_out(const effects::ask_port& x) {
  if (!parts_.mesh) {
    tell(events::port_answer{x.instance, x.round, port_state::unknown});
    return;
  }
  self_->request(parts_.mesh, mesh_patience, atom::probe::value, x.instance)
    .then(
      [this, x](port_state state) {
        tell(events::port_answer{x.instance, x.round, state});
      },
      [this, x](const caf::error&) {
        tell(events::port_answer{x.instance, x.round, port_state::unknown});
      });
}

void member_host::carry_out(const effects::ask_peer& x) {
  if (!parts_.mesh) {
    tell(events::peer_answer{x.peer, x.about, x.round, std::nullopt});
    return;
  }
  self_->request(parts_.mesh, mesh_patience, atom::probe::value, x.peer, x.about)
    .then(
      [this, x](bool talks) {
        tell(events::peer_answer{x.peer, x.about, x.round, talks});
      },
      [this, x](const caf::error&) {
        tell(events::peer_answer{x.peer, x.about, x.round, std::nullopt});
      });
}

void member_host::carry_out(const effects::answer_peer& x) {
  if (parts_.mesh) {
    self_->send(parts_.mesh, atom::answer::value, x.peer, x.about, x.round, x.talks);
  }
}

void member_host::carry_out(const effects::kick_peer& x) {
  if (parts_.mesh) {
    self_->send(parts_.mesh, atom::kick::value, x.instance);
  }
}

void member_host::carry_out(const effects::say_bye&) {
  if (parts_.mesh) {
    self_->send(parts_.mesh, atom::bye::value);
  }
}

// Who owns the run now may be another than the one that the history named a moment ago, so every
// peer is told.
void member_host::take_cancel(const std::string& run) {
  auto is_own = [&run](const auto& x) { return x.first.run == run; };
  if (parts_.mesh && std::ranges::none_of(runs_, is_own)) {
    self_->send(parts_.mesh, atom::stop::value, run);
  }
  tell(events::cancel_told{run});
}

// -- carrying out: to the node --------------------------------------------------

void member_host::carry_out(const effects::tell_isolated&) {
  // Seen in the view.
}

void member_host::carry_out(const effects::tell_verdict& x) {
  if (parts_.counts) {
    parts_.counts->judged(x.dead);
  }
}

void member_host::carry_out(const effects::leave&) {
  auto leave = [this] {
    for (auto& promise : drained_) {
      promise.deliver(atom::done::value);
    }
    self_->quit(makes_way_ ? to_caf(*makes_way_) : caf::error{});
  };
  sign_off(leave);
}

member_actor::behavior_type member(member_actor::stateful_pointer<member_host> self,
                                   member_settings settings, member_parts parts) {
  return self->state.make_behavior(std::move(settings), std::move(parts));
}

} // namespace faucet
