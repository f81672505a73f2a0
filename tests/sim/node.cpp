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
  if (lives_)
    return;
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
  if (!lives_)
    return;
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
  if (!lives_)
    return;
  paused_ = true;
  world_.trace(instance_, [] { return "is paused"; });
}

void node::resume() {
  if (!lives_ || !paused_)
    return;
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
  if (!lives_)
    return;
  if (paused_)
    missed_.emplace_back([this, event] { tell(event); });
  else
    tell(event);
}

void node::later(virtual_time delay, std::function<void()> what) {
  world_.time.after(delay, [this, process = starts_, what = std::move(what)] {
    if (!lives_ || starts_ != process)
      return;
    if (paused_)
      missed_.push_back(what);
    else
      what();
  });
}

void node::tell(const member_event& event) {
  plant(event);
  world_.trace(instance_, [&] { return describe(event); });
  auto process = starts_;
  for (const auto& effect : step(state_, event, own_time())) {
    if (crash_in_ != 0 && --crash_in_ == 0)
      return crash();
    world_.trace(instance_, [&] { return "  " + describe(effect); });
    std::visit([this](const auto& x) { carry_out(x); }, effect);
    if (!lives_ || starts_ != process)
      return;
  }
  if (state_.held.size() > settings_.capacity)
    world_.seen.violated("holds more runs than it has places for", instance_);
  wake_in_time();
}

/// Members that believe a lease to run from when the answer arrived.
void node::plant(const member_event& event) {
  if (world_.settings.bug != planted_bug::lease_counts_from_answer)
    return;
  if (std::holds_alternative<events::renew_answer>(event) && state_.renewing.asked)
    state_.renewing.asked = own_time();
  if (std::holds_alternative<events::claim_answer>(event) && state_.claiming.asked)
    state_.claiming.asked = own_time();
}

void node::wake_in_time() {
  auto due = next_due(state_);
  if (due == moment::max() || due == wakes_at_)
    return;
  if (due <= own_time()) {
    world_.seen.violated("asks to be woken for what it has just left undone", instance_);
    return;
  }
  wakes_at_ = due;
  later(settings_.clock.when(due) - world_.time.now(), [this, due] {
    if (wakes_at_ != due)
      return;
    wakes_at_ = moment::max();
    receive(events::woke{});
  });
}

// -- clients ------------------------------------------------------------------

template <class Call, class Answer>
void node::ask(Call call, Answer answer) {
  auto fate = world_.conditions.fate_of_statement(settings_.place, world_.time.now());
  auto result = std::make_shared<std::optional<decltype(call())>>();
  if (fate.happens_after)
    world_.time.after(*fate.happens_after, [result, call] { *result = call(); });
  later(fate.told_after, [result, answer, answered = fate.answered] {
    if (!answered)
      result->reset();
    answer(*result);
  });
}

void node::submit(const std::string& run, const std::string& pool) {
  auto store = [this, run, pool] {
    new_run fresh;
    fresh.run = run;
    fresh.pool = pool;
    auto answers = world_.ledger.submit({&fresh, 1});
    world_.seen.stored(run);
    return true;
  };
  ask(store, [this, run, pool](const auto& stored) {
    if (!stored)
      return;
    world_.seen.accepted(run);
    receive(events::run_submitted{pool});
  });
}

void node::cancel(const std::string& run) {
  auto request = [this, run] {
    auto answer = *world_.ledger.request_cancel(run, "");
    world_.seen.cancelled(run, answer);
    return answer;
  };
  ask(request, [this, run](const auto& answer) {
    if (!answer || answer->outcome != cancel_answer::kind::asked)
      return;
    if (answer->owner == instance_)
      receive(events::cancel_told{run});
    else
      world_.mesh.send(settings_.place, answer->owner, events::cancel_told{run});
  });
}

// -- effects: to the history --------------------------------------------------

void node::carry_out(const effects::ask_claim& x) {
  claim_terms terms;
  terms.owner = instance_;
  terms.pools = settings_.pools;
  terms.limit = x.limit;
  terms.lease = world_.settings.timing.lease;
  auto call = [this, terms] {
    auto claimed = *world_.ledger.claim(terms);
    world_.seen.claimed(terms.owner, claimed, terms.lease);
    return claimed;
  };
  ask(call, [this](const auto& claimed) {
    events::claim_answer answer;
    if (claimed) {
      answer.runs.emplace();
      for (const auto& run : *claimed)
        answer.runs->push_back({run.hold, run.cancel_requested});
    }
    receive(answer);
  });
}

void node::carry_out(const effects::ask_renew& x) {
  auto lease = world_.settings.timing.lease;
  auto call = [this, owner = instance_, holds = x.holds, lease] {
    auto renewal = *world_.ledger.renew(owner, holds, lease);
    world_.seen.renewed(owner, renewal.mine, lease);
    return renewal;
  };
  ask(call, [this, holds = x.holds](const auto& renewal) {
    events::renew_answer answer;
    if (renewal) {
      answer.leases.emplace();
      answer.leases->lost = without(holds, renewal->mine);
      answer.leases->cancel_wanted = renewal->cancelled;
    }
    receive(answer);
  });
}

void node::carry_out(const effects::ask_finish& x) {
  std::vector<run_hold> holds;
  std::vector<run_end> ends;
  for (const auto& run : x.runs) {
    holds.push_back(run.hold);
    ends.push_back({run.hold, run.status, {}, {}});
  }
  auto call = [this, owner = instance_, ends = std::move(ends)] {
    auto counted = *world_.ledger.finish(owner, ends);
    world_.seen.finished(owner, ends, counted);
    check_pages(counted);
    return counted;
  };
  ask(call, [this, holds = std::move(holds)](const auto& counted) {
    events::finish_answer answer;
    if (counted)
      answer.refused = without(holds, *counted);
    receive(answer);
  });
}

void node::check_pages(const std::vector<run_hold>& ended) {
  for (const auto& hold : ended) {
    const auto& to = world_.destinations.at(hold.run);
    if (world_.ledger.row(hold.run)->record.status == run_status::completed
        && to.written < to.pages)
      world_.seen.violated("completed with pages unwritten", render(hold));
  }
}

void node::carry_out(const effects::ask_hand_back& x) {
  auto call = [this, owner = instance_, holds = x.holds] {
    auto counted = *world_.ledger.hand_back(owner, holds);
    world_.seen.handed_back(owner, counted);
    return true;
  };
  ask(call, [this](const auto& done) { receive(events::hand_back_answer{done.has_value()}); });
}

void node::carry_out(const effects::ask_cancels&) {
  auto call = [this, owner = instance_] { return *world_.ledger.cancels_of(owner); };
  ask(call, [this](const auto& wanted) { receive(events::cancels_answer{wanted}); });
}

void node::carry_out(const effects::ask_heartbeat& x) {
  auto facts = state_.settings.self;
  facts.in_flight = x.in_flight;
  facts.max_concurrent = x.in_flight + x.room;
  auto call = [this, facts] {
    world_.seen.heard_of(facts);
    return world_.registry.heartbeat(facts).has_value();
  };
  ask(call, [this](const auto& done) { receive(events::heartbeat_answer{done.has_value()}); });
}

void node::carry_out(const effects::ask_reclaim&) {
  auto call = [this] {
    auto taken = *world_.ledger.reclaim(world_.settings.max_attempts);
    world_.seen.reclaimed(taken);
    return static_cast<uint32_t>(taken.size());
  };
  ask(call, [this](const auto& taken) { receive(events::reclaim_answer{taken}); });
}

void node::carry_out(const effects::ask_reclaim_from& x) {
  auto call = [this, instance = x.instance] {
    auto taken = *world_.ledger.reclaim_from(instance, world_.settings.max_attempts);
    world_.seen.reclaimed_from(instance, world_.find(instance) != nullptr, taken);
    return static_cast<uint32_t>(taken.size());
  };
  ask(call, [this, instance = x.instance](const auto& taken) {
    receive(events::reclaim_from_answer{instance, taken});
  });
}

void node::carry_out(const effects::ask_members&) {
  auto call = [this] { return *world_.registry.live(world_.settings.timing.lease); };
  ask(call, [this](const auto& members) {
    events::members_answer answer;
    if (members) {
      answer.members.emplace();
      for (const auto& member : *members)
        answer.members->push_back({member.facts, member.silence});
    }
    receive(answer);
  });
}

void node::carry_out(const effects::ask_pending&) {
  auto call = [this] { return *world_.ledger.pending_by_pool(); };
  ask(call, [this](const auto& backlog) {
    events::pending_answer answer;
    if (backlog) {
      answer.by_pool.emplace();
      for (const auto& pool : *backlog)
        answer.by_pool->emplace_back(pool.pool, pool.pending);
    }
    receive(answer);
  });
}

void node::carry_out(const effects::fail_starved& x) {
  auto call = [this, x] {
    auto waited = std::chrono::duration_cast<std::chrono::seconds>(x.waited);
    auto failed = *world_.ledger.fail_starved(x.pool, waited);
    world_.seen.starved(x.pool, failed);
    return true;
  };
  ask(call, [](const auto&) {});
}

// -- effects: to the runs -----------------------------------------------------

void node::carry_out(const effects::start_run& x) {
  auto started = std::make_shared<work>(*this, x.hold, x.write_until);
  works_[x.hold] = started;
  started->begin();
}

void node::carry_out(const effects::extend_run& x) {
  if (auto at = works_.find(x.hold); at != works_.end())
    at->second->extend(x.write_until);
}

void node::carry_out(const effects::stop_run& x) {
  if (world_.settings.bug == planted_bug::renew_after_isolation && x.why == stop_reason::isolated)
    return;
  if (auto at = works_.find(x.hold); at != works_.end())
    at->second->stop();
}

void node::carry_out(const effects::drop_run& x) {
  if (world_.settings.bug == planted_bug::renew_after_isolation && x.why == stop_reason::isolated)
    return;
  if (auto at = works_.find(x.hold); at != works_.end())
    at->second->drop();
}

void node::carry_out(const effects::discard_result&) {
  // nop
}

// -- effects: to the mesh -----------------------------------------------------

void node::carry_out(const effects::ask_port& x) {
  world_.mesh.knock(settings_.place, x.instance, x.round);
}

void node::carry_out(const effects::ask_peer& x) {
  question asked{x.peer, x.about, x.round};
  questions_.insert(asked);
  world_.mesh.send(settings_.place, x.peer, events::peer_question{instance_, x.about, x.round});
  later(milliseconds(2000), [this, asked, x] {
    if (questions_.erase(asked) != 0)
      receive(events::peer_answer{x.peer, x.about, x.round, std::nullopt});
  });
}

void node::carry_out(const effects::answer_peer& x) {
  world_.mesh.send(settings_.place, x.peer,
                   events::peer_answer{instance_, x.about, x.round, x.talks});
}

void node::carry_out(const effects::kick_peer& x) {
  world_.mesh.send(settings_.place, x.instance, events::kicked{});
}

void node::carry_out(const effects::say_bye&) {
  for (const auto& peer : state_.suspicion.links)
    world_.mesh.send(settings_.place, peer, events::peer_bye{instance_});
}

// -- effects: to the node -----------------------------------------------------

void node::carry_out(const effects::tell_isolated&) {
  // nop
}

void node::carry_out(const effects::tell_verdict&) {
  // nop
}

void node::carry_out(const effects::leave&) {
  auto call = [this, instance = instance_] { return world_.registry.leave(instance).has_value(); };
  ask(call, [](const auto&) {});
  end_process();
}

} // namespace faucet::sim
