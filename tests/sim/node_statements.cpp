// What a node asks of the history, for its clients and its member.

#include "tests/sim/node.hpp"
#include "tests/sim/world.hpp"

#include <algorithm>
#include <iterator>
#include <memory>
#include <optional>
#include <utility>

namespace faucet::sim {

// -- clients ------------------------------------------------------------------

template <class Call, class Answer>
void node::ask(Call call, Answer answer) {
  auto fate = world_.conditions.fate_of_statement(settings_.place, world_.time.now());
  auto result = std::make_shared<std::optional<decltype(call())>>();
  if (fate.happens_after) {
    world_.time.after(*fate.happens_after, [result, call] { *result = call(); });
  }
  later(fate.told_after, [result, answer, answered = fate.answered] {
    if (!answered) {
      result->reset();
    }
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
    if (!stored) {
      return;
    }
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
    if (!answer || answer->outcome != cancel_answer::kind::asked) {
      return;
    }
    if (answer->owner == instance_) {
      receive(events::cancel_told{run});
    } else {
      world_.mesh.send(settings_.place, answer->owner, events::cancel_told{run});
    }
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
      for (const auto& run : *claimed) {
        answer.runs->push_back({run.hold, run.cancel_requested});
      }
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
    auto counted = world_.ledger.finish(owner, ends)->counted;
    world_.seen.finished(owner, ends, counted);
    check_pages(counted);
    return counted;
  };
  ask(call, [this, holds = std::move(holds)](const auto& counted) {
    events::finish_answer answer;
    if (counted) {
      answer.refused = without(holds, *counted);
    }
    receive(answer);
  });
}

void node::check_pages(const std::vector<run_hold>& ended) {
  for (const auto& hold : ended) {
    const auto& to = world_.destinations.at(hold.run);
    if (world_.ledger.row(hold.run)->record.status == run_status::completed
        && to.written < to.pages) {
      world_.seen.violated("completed with pages unwritten", render(hold));
    }
  }
}

void node::carry_out(const effects::ask_hand_back& x) {
  auto call = [this, owner = instance_, holds = x.holds] {
    auto counted = *world_.ledger.hand_back(owner, holds, run_status::pending);
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
    return taken;
  };
  ask(call, [this](const auto& taken) {
    events::reclaim_answer answer;
    if (taken) {
      answer.pools = pools_of(*taken);
    }
    receive(std::move(answer));
  });
}

void node::carry_out(const effects::ask_reclaim_from& x) {
  auto call = [this, instance = x.instance] {
    auto taken = *world_.ledger.reclaim_from(instance, world_.settings.max_attempts);
    world_.seen.reclaimed_from(instance, world_.find(instance) != nullptr, taken);
    return taken;
  };
  ask(call, [this, instance = x.instance](const auto& taken) {
    events::reclaim_from_answer answer{instance, std::nullopt};
    if (taken) {
      answer.pools = pools_of(*taken);
    }
    receive(std::move(answer));
  });
}

void node::carry_out(const effects::ask_members&) {
  auto call = [this] { return *world_.registry.live(world_.settings.timing.lease); };
  ask(call, [this](const auto& members) {
    events::members_answer answer;
    if (members) {
      answer.members.emplace();
      for (const auto& member : *members) {
        answer.members->push_back({member.facts, member.silence});
      }
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
      for (const auto& pool : *backlog) {
        answer.by_pool->emplace_back(pool.pool, pool.pending);
      }
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

// -- effects: to the node -------------------------------------------------------

void node::carry_out(const effects::leave&) {
  auto call = [this, instance = instance_] { return world_.registry.leave(instance).has_value(); };
  ask(call, [](const auto&) {});
  end_process();
}

} // namespace faucet::sim
