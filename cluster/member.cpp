#include "cluster/member.hpp"

#include "actors/errors.hpp"
#include "cluster/run_outcome.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace faucet {

namespace {

/// Why a run ended so, in one word of the metrics.
const char* reason_of(run_status how, const std::string& error) {
  if (how == run_status::failed && error.starts_with(timeout_word)) {
    return "timeout";
  }
  switch (how) {
    case run_status::completed:
      return "ok";
    case run_status::cancelled:
      return "cancelled";
    default:
      return "error";
  }
}

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

// -- carrying out: to the history -----------------------------------------------

template <class Said, class Verb, class... Rest>
void member_host::ask(Said said, member_event silent, Verb verb, Rest&&... rest) {
  ask_then(
    std::move(said), [this, silent] { tell(silent); }, verb, std::forward<Rest>(rest)...);
}

template <class Said, class Silent, class Verb, class... Rest>
void member_host::ask_then(Said said, Silent silent, Verb verb, Rest&&... rest) {
  const auto& timing = state_.settings.timing;
  auto until = self_->home_system().clock().now() + timing.history_wait();
  // A claim that was begun in time is heard however late it ends, for its runs must go back then.
  auto patience = std::is_same_v<Verb, atom::claim> ? timing.lease : timing.history_wait();
  self_->request(parts_.history, patience, verb, until, std::forward<Rest>(rest)...)
    .then(std::move(said), [silent](const caf::error&) { silent(); });
}

void member_host::carry_out(const effects::ask_claim& x) {
  const auto& settings = state_.settings;
  claim_terms terms{.owner = settings.self.instance,
                    .pools = settings.self.pools,
                    .limit = x.limit,
                    .lease = settings.timing.lease,
                    .waiting = parts_.is_alone ? run_status::queued : run_status::pending};
  ask(
    [this](const std::vector<claimed_run>& won) {
      if (parts_.counts) {
        parts_.counts->claimed(won.size());
      }
      std::vector<won_run> runs;
      for (const auto& run : won) {
        runs.push_back({run.hold, run.cancel_requested});
        runs_[run.hold].claimed = run;
      }
      tell(events::claim_answer{std::move(runs)});
    },
    events::claim_answer{}, atom::claim::value, std::move(terms));
}

void member_host::carry_out(const effects::ask_renew& x) {
  renewal_request request{{state_.settings.self.instance, x.holds}, state_.settings.timing.lease};
  ask(
    [this, asked = x.holds](const lease_renewal& renewed) {
      tell(events::renew_answer{
        renewed_leases{.lost = without(asked, renewed.mine), .cancel_wanted = renewed.cancelled}});
    },
    events::renew_answer{}, atom::renew::value, std::move(request));
}

void member_host::carry_out(const effects::ask_finish& x) {
  end_request request{state_.settings.self.instance, {}};
  std::vector<run_hold> asked;
  for (const auto& ended : x.runs) {
    asked.push_back(ended.hold);
    auto end = runs_[ended.hold].end;
    end.hold = ended.hold;
    end.status = ended.status;
    request.ends.push_back(std::move(end));
  }
  ask(
    [this, asked = std::move(asked), ended = x.runs](const std::vector<run_hold>& counted) {
      count_ended(ended, counted);
      tell(events::finish_answer{without(asked, counted)});
    },
    events::finish_answer{}, atom::finish::value, std::move(request));
}

void member_host::count_ended(const std::vector<ended_run>& ended,
                              const std::vector<run_hold>& counted) const {
  for (const auto& run : ended) {
    if (parts_.counts && std::ranges::find(counted, run.hold) != counted.end()) {
      auto held = runs_.find(run.hold);
      parts_.counts->ended(
        run.status, reason_of(run.status, held == runs_.end() ? "" : held->second.end.error), 1);
    }
  }
}

void member_host::carry_out(const effects::ask_hand_back& x) {
  if (parts_.is_alone) {
    give_up(x.holds);
    return;
  }
  ask([this](const std::vector<run_hold>&) { tell(events::hand_back_answer{true}); },
      events::hand_back_answer{}, atom::give_back::value,
      owned_runs{state_.settings.self.instance, x.holds});
}

void member_host::give_up(const std::vector<run_hold>& holds) {
  end_request request{state_.settings.self.instance, {}};
  for (const auto& hold : holds) {
    request.ends.push_back({.hold = hold,
                            .status = run_status::failed,
                            .error = state_.draining.draining
                                       ? "server shutdown before the run finished"
                                       : "the history did not answer for too long",
                            .outcome = runs_[hold].end.outcome});
  }
  ask(
    [this](const std::vector<run_hold>& counted) {
      if (parts_.counts) {
        parts_.counts->ended(run_status::failed, "server_shutdown", counted.size());
      }
      tell(events::hand_back_answer{true});
    },
    events::hand_back_answer{}, atom::finish::value, std::move(request));
}

void member_host::carry_out(const effects::ask_cancels&) {
  ask([this](const std::vector<run_hold>& wanted) { tell(events::cancels_answer{wanted}); },
      events::cancels_answer{}, atom::cancels::value, state_.settings.self.instance);
}

void member_host::carry_out(const effects::ask_heartbeat& x) {
  auto facts = state_.settings.self;
  facts.in_flight = x.in_flight;
  facts.max_concurrent = x.room == 0 ? x.in_flight : facts.max_concurrent; // full, or leaving
  if (parts_.mesh) {
    self_->send(parts_.mesh, atom::facts::value, facts);
  }
  ask([this](atom::done) { tell(events::heartbeat_answer{true}); }, events::heartbeat_answer{},
      atom::beat::value, std::move(facts));
}

void member_host::carry_out(const effects::ask_reclaim&) {
  if (parts_.is_alone) {
    recover();
    return;
  }
  ask(
    [this](const std::vector<reclaimed_run>& taken) {
      count_reclaimed(taken);
      auto requeued = std::ranges::count(taken, false, &reclaimed_run::failed);
      tell(events::reclaim_answer{static_cast<uint32_t>(requeued)});
    },
    events::reclaim_answer{}, atom::reclaim::value, parts_.max_attempts);
}

void member_host::recover() {
  ask(
    [this](const std::vector<std::string>& failed) {
      if (parts_.counts && !failed.empty()) {
        parts_.counts->reclaimed(0, failed.size());
      }
      tell(events::reclaim_answer{0});
    },
    events::reclaim_answer{}, atom::recover::value);
}

void member_host::count_reclaimed(const std::vector<reclaimed_run>& taken) const {
  if (parts_.counts && !taken.empty()) {
    auto failed = static_cast<size_t>(std::ranges::count(taken, true, &reclaimed_run::failed));
    parts_.counts->reclaimed(taken.size() - failed, failed);
  }
}

void member_host::carry_out(const effects::ask_reclaim_from& x) {
  ask(
    [this, instance = x.instance](const std::vector<reclaimed_run>& taken) {
      count_reclaimed(taken);
      auto requeued = std::ranges::count(taken, false, &reclaimed_run::failed);
      tell(events::reclaim_from_answer{instance, static_cast<uint32_t>(requeued)});
    },
    events::reclaim_from_answer{x.instance, std::nullopt}, atom::reclaim::value, x.instance,
    parts_.max_attempts);
}

void member_host::carry_out(const effects::ask_members&) {
  ask(
    [this](const std::vector<live_member>& live) {
      if (parts_.mesh) {
        self_->send(parts_.mesh, atom::members::value, live);
      }
      std::vector<seen_member> members;
      for (const auto& x : live) {
        members.push_back({x.facts, x.silence});
      }
      tell(events::members_answer{std::move(members)});
    },
    events::members_answer{}, atom::members::value, state_.settings.timing.lease);
}

void member_host::carry_out(const effects::ask_pending&) {
  ask(
    [this](const std::vector<pool_backlog>& backlogs) {
      if (parts_.counts) {
        parts_.counts->waiting(backlogs);
      }
      std::vector<std::pair<std::string, uint64_t>> by_pool;
      for (const auto& x : backlogs) {
        by_pool.emplace_back(x.pool, x.pending);
      }
      tell(events::pending_answer{std::move(by_pool)});
    },
    events::pending_answer{}, atom::pending::value);
}

void member_host::carry_out(const effects::fail_starved& x) {
  ask_then(
    [counts = parts_.counts](const std::vector<std::string>& failed) {
      if (counts && !failed.empty()) {
        counts->ended(run_status::failed, "pool_unavailable", failed.size());
      }
    },
    [] {}, atom::starved::value, x.pool,
    std::chrono::duration_cast<std::chrono::seconds>(x.waited));
}

// -- carrying out: to the runs --------------------------------------------------

void member_host::carry_out(const effects::start_run& x) {
  auto& run = runs_[x.hold];
  run.worker = parts_.start(self_, run.claimed, on_clock(x.write_until));
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

// A note for people: it is not repeated where the history does not answer.
void member_host::note_begun() {
  if (begun_.empty() || is_telling_begun_) {
    return;
  }
  is_telling_begun_ = true;
  auto told = [this] {
    is_telling_begun_ = false;
    note_begun();
  };
  ask_then([told](atom::done) { told(); }, told, atom::start::value,
           owned_runs{state_.settings.self.instance, std::exchange(begun_, {})});
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
    self_->quit();
  };
  ask_then([leave](atom::done) { leave(); }, leave, atom::leave::value,
           state_.settings.self.instance);
}

member_actor::behavior_type member(member_actor::stateful_pointer<member_host> self,
                                   member_settings settings, member_parts parts) {
  return self->state.make_behavior(std::move(settings), std::move(parts));
}

} // namespace faucet
