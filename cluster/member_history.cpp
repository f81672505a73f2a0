// What a member asks of the history.

#include "cluster/member.hpp"
#include "cluster/neighbours.hpp"
#include "cluster/run_outcome.hpp"

#include <caf/all.hpp>

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view shutdown_text = "server shutdown before the run finished";
constexpr std::string_view silence_text = "the history did not answer for too long";

/// Why a run ended so, in one word of the metrics.
const char* reason_of(run_status how, const std::string& error) {
  if (how == run_status::failed && error.starts_with(timeout_word)) {
    return "timeout";
  }
  if (how == run_status::failed && error.starts_with(shutdown_text)) {
    return "server_shutdown";
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

} // namespace

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
                    .lease = settings.timing.lease};
  ask(
    [this](const std::vector<claimed_run>& won) {
      if (parts_.counts) {
        parts_.counts->claimed(won);
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
    [this, asked = std::move(asked), ends = request.ends](const counted_ends& how) {
      count_ended(ends, how);
      tell(events::finish_answer{without(asked, how.counted)});
    },
    events::finish_answer{}, atom::finish::value, request);
}

void member_host::count_ended(const std::vector<run_end>& ends, const counted_ends& how) const {
  if (!parts_.counts) {
    return;
  }
  for (const auto& end : ends) {
    if (std::ranges::find(how.counted, end.hold) != how.counted.end()) {
      parts_.counts->ended(end.status, reason_of(end.status, end.error), 1);
    }
  }
  for (auto wait : how.since_cancel) {
    parts_.counts->ended_after_cancel(wait);
  }
}

void member_host::carry_out(const effects::ask_hand_back& x) {
  auto waiting = parts_.is_alone ? run_status::queued : run_status::pending;
  hand_back_request request{{state_.settings.self.instance, {}}, waiting};
  std::vector<run_hold> broken_off;
  for (const auto& hold : x.holds) {
    auto breaks_off = parts_.is_alone && runs_[hold].begun;
    (breaks_off ? broken_off : request.runs.holds).push_back(hold);
  }
  if (request.runs.holds.empty()) {
    give_up(broken_off);
    return;
  }
  ask([this,
       broken_off = std::move(broken_off)](const std::vector<run_hold>&) { give_up(broken_off); },
      events::hand_back_answer{}, atom::give_back::value, std::move(request));
}

void member_host::give_up(const std::vector<run_hold>& holds) {
  if (holds.empty()) {
    tell(events::hand_back_answer{true});
    return;
  }
  end_request request{state_.settings.self.instance, {}};
  for (const auto& hold : holds) {
    auto end = runs_[hold].end;
    end.hold = hold;
    end.status = run_status::failed;
    end.error = std::string{state_.draining.draining ? shutdown_text : silence_text}
                + (end.error.empty() ? "" : "; ") + end.error;
    request.ends.push_back(std::move(end));
  }
  ask(
    [this, ends = request.ends](const counted_ends& how) {
      count_ended(ends, how);
      tell(events::hand_back_answer{true});
    },
    events::hand_back_answer{}, atom::finish::value, request);
}

void member_host::carry_out(const effects::ask_cancels&) {
  ask([this](const std::vector<run_hold>& wanted) { tell(events::cancels_answer{wanted}); },
      events::cancels_answer{}, atom::cancels::value, state_.settings.self.instance);
}

void member_host::carry_out(const effects::ask_heartbeat& x) {
  auto facts = state_.settings.self;
  facts.in_flight = x.in_flight;
  if (parts_.mesh) {
    auto told = facts; // so that nobody offers a run to who is full, or leaves
    told.max_concurrent = x.room == 0 ? x.in_flight : facts.max_concurrent;
    self_->send(parts_.mesh, atom::facts::value, std::move(told));
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
      tell(events::reclaim_answer{pools_of(taken)});
    },
    events::reclaim_answer{}, atom::reclaim::value, parts_.max_attempts);
}

void member_host::recover() {
  ask(
    [this](const std::vector<std::string>& failed) {
      if (parts_.counts && !failed.empty()) {
        parts_.counts->reclaimed(0, failed.size());
      }
      tell(events::reclaim_answer{std::vector<std::string>{}});
    },
    events::reclaim_answer{}, atom::recover::value, state_.settings.timing.lease);
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
      tell(events::reclaim_from_answer{instance, pools_of(taken)});
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
      make_way(live);
    },
    events::members_answer{}, atom::members::value, state_.settings.timing.lease);
}

void member_host::make_way(const std::vector<live_member>& live) {
  if (!parts_.is_alone || makes_way_) {
    return;
  }
  makes_way_ = conflict_with(live, false);
  if (makes_way_) {
    if (parts_.warn) {
      parts_.warn("leaving: " + render(*makes_way_));
    }
    tell(events::drain_asked{});
  }
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

void member_host::sign_off(const std::function<void()>& then) {
  ask_then([then](atom::done) { then(); }, then, atom::leave::value, state_.settings.self.instance);
}

} // namespace faucet
