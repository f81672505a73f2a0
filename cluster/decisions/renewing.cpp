#include "cluster/decisions/renewing.hpp"

#include <algorithm>
#include <utility>

namespace faucet {
namespace {

/// True where the lease of a run is to be lengthened as long as it reports.
bool keeps_lease(const held_run& run) {
  if (run.lost) {
    return false;
  }
  return run.stage == held_stage::working || run.stage == held_stage::stopping
         || run.stage == held_stage::finishing;
}

void ask(renewing_state& x, held_runs& held, bool tick, moment now, effect_list& out) {
  x.holds.clear();
  for (auto& [hold, run] : held) {
    if (!keeps_lease(run)) {
      continue;
    }
    auto alive = run.reported || run.stage == held_stage::finishing;
    if (!alive) {
      run.skipped = run.skipped || tick;
      continue;
    }
    run.skipped = false;
    run.reported = false;
    x.holds.push_back(hold);
  }
  if (x.holds.empty()) {
    return;
  }
  x.asked = now;
  out.emplace_back(effects::ask_renew{x.holds});
}

} // namespace

bool renew_if_due(renewing_state& x, held_runs& held, moment now, const cluster_timing& timing,
                  effect_list& out) {
  auto tick = now >= x.next_tick;
  auto again = x.retry_at && now >= *x.retry_at;
  if (tick) {
    x.next_tick += timing.tick();
  }
  if (x.next_tick <= now) {
    x.next_tick = now + timing.tick(); // it slept over some
  }
  if (x.asked) {
    x.overdue = x.overdue || tick;
  } else if (tick || again || x.overdue) {
    x.retry_at.reset();
    ask(x, held, std::exchange(x.overdue, false) || tick, now, out);
  }
  return tick;
}

void take_report(renewing_state& x, held_run& run, moment now) {
  run.reported = true;
  if (run.skipped && !x.retry_at) {
    x.retry_at = now;
  }
}

renewed_leases take_renewed(renewing_state& x, held_runs& held, const events::renew_answer& answer,
                            moment now, const cluster_timing& timing, effect_list& out) {
  if (!x.asked) {
    return {};
  }
  auto asked = *std::exchange(x.asked, std::nullopt);
  auto holds = std::exchange(x.holds, {});
  if (!answer.leases) {
    for (const auto& hold : holds) {
      if (auto at = held.find(hold); at != held.end()) {
        at->second.reported = true;
      }
    }
    x.retry_at = now + timing.retry();
    return {};
  }
  const auto& lost = answer.leases->lost;
  for (const auto& hold : holds) {
    auto at = held.find(hold);
    if (at == held.end() || std::find(lost.begin(), lost.end(), hold) != lost.end()) {
      continue;
    }
    auto& run = at->second;
    run.granted = std::max(run.granted, asked);
    if (run.stage == held_stage::working || run.stage == held_stage::stopping) {
      out.emplace_back(effects::extend_run{hold, write_limit(run, timing)});
    }
  }
  return {lost, answer.leases->cancel_wanted};
}

} // namespace faucet
