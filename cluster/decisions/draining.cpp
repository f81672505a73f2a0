#include "cluster/decisions/draining.hpp"

#include "cluster/decisions/stopping.hpp"

namespace faucet {
namespace {

/// When it leaves whatever is still held; its leases end by themselves.
moment patience_ends(const draining_state& x, const cluster_timing& timing) {
  return x.grace_ends + timing.flush_grace + timing.tick();
}

} // namespace

void drain(draining_state& x, moment now, const cluster_timing& timing, effect_list& out) {
  if (x.draining) {
    return;
  }
  x.draining = true;
  x.grace_ends = now + timing.drain_grace;
  out.emplace_back(effects::say_bye{});
}

void drain_on(draining_state& x, held_runs& held, const claiming_state& claiming,
              isolation_state& isolation, moment now, const cluster_timing& timing,
              effect_list& out) {
  if (!x.draining || x.left) {
    return;
  }
  if (now >= x.grace_ends && !x.stopped) {
    x.stopped = true;
    for (auto& [hold, run] : held) {
      stop(run, hold, stop_reason::draining, timing.flush_grace, now, timing, out);
    }
    look_no_later(isolation, now + timing.flush_grace);
  }
  if ((held.empty() && !claiming.asked) || now >= patience_ends(x, timing)) {
    x.left = true;
    out.emplace_back(effects::leave{});
  }
}

moment next_due(const draining_state& x, const cluster_timing& timing) {
  if (!x.draining || x.left) {
    return moment::max();
  }
  return x.stopped ? patience_ends(x, timing) : x.grace_ends;
}

} // namespace faucet
