#include "cluster/decisions/isolation.hpp"

#include "cluster/decisions/stopping.hpp"

namespace faucet {
namespace {

void drop(held_run& run, const run_hold& hold, stop_reason why, effect_list& out) {
  run.stage = held_stage::dropped;
  if (run.why == stop_reason::none) {
    run.why = why;
  }
  out.emplace_back(effects::drop_run{hold, run.why});
}

/// Does what is to be done about one run; says when it is to be looked at next.
moment look_at_run(held_run& run, const run_hold& hold, moment now, const cluster_timing& timing,
                   effect_list& out) {
  auto limit = write_limit(run, timing);
  auto why = run.skipped ? stop_reason::wedged : stop_reason::isolated;
  if (now >= limit) {
    drop(run, hold, why, out);
    return moment::max();
  }
  if (run.stage == held_stage::working) {
    auto fence = run.granted + timing.fence();
    if (now < fence) {
      return fence;
    }
    stop(run, hold, why, timing.write_limit() - timing.fence(), now, timing, out);
  }
  if (now >= run.drop_at) {
    drop(run, hold, why, out);
    return moment::max();
  }
  return std::min(run.drop_at, limit);
}

} // namespace

void stop_before_leases_end(isolation_state& x, held_runs& held, moment now,
                            const cluster_timing& timing, effect_list& out) {
  if (now < x.look_at) {
    return;
  }
  x.look_at = moment::max();
  auto isolated = false;
  for (auto& [hold, run] : held) {
    if (run.stage != held_stage::working && run.stage != held_stage::stopping) {
      continue;
    }
    look_no_later(x, look_at_run(run, hold, now, timing, out));
    isolated = isolated || run.why == stop_reason::isolated;
  }
  if (isolated && !x.told) {
    x.told = true;
    out.emplace_back(effects::tell_isolated{});
  }
}

} // namespace faucet
