#include "cluster/decisions/claiming.hpp"

#include "cluster/decisions/stopping.hpp"

#include <algorithm>

namespace faucet {
namespace {

/// Gives up earlier epochs of a run, which the history has taken away; says whether one of them
/// still does something.
bool lose_earlier(held_runs& held, const run_hold& claimed, effect_list& out) {
  auto busy = false;
  auto at = held.lower_bound({claimed.run, 0});
  while (at != held.end() && at->first < claimed) {
    auto earlier = at->first;
    busy = busy || is_active(at->second);
    ++at;
    lose(held, earlier, out);
  }
  return busy;
}

} // namespace

uint32_t free_places(const claiming_state& x, const held_runs& held, uint32_t capacity) {
  auto taken = held.size() + x.reserved;
  return taken < capacity ? static_cast<uint32_t>(capacity - taken) : 0;
}

void claim_if_wanted(claiming_state& x, const held_runs& held, uint32_t capacity, moment now,
                     effect_list& out) {
  if (!x.wanted || x.asked) {
    return;
  }
  auto places = std::min(free_places(x, held, capacity), claim_batch);
  if (places == 0) {
    return;
  }
  x.wanted = false;
  x.asked = now;
  x.reserved = places;
  out.emplace_back(effects::ask_claim{places});
}

void take_claimed(claiming_state& x, held_runs& held, const events::claim_answer& answer,
                  bool leaving, moment now, const cluster_timing& timing, effect_list& out) {
  if (!x.asked) {
    return;
  }
  auto asked = *x.asked;
  auto limit = x.reserved;
  x.asked.reset();
  x.reserved = 0;
  if (!answer.runs) {
    return;
  }
  if (answer.runs->size() >= limit) {
    x.wanted = true;
  }
  for (const auto& claimed : *answer.runs) {
    auto [at, fresh] = held.try_emplace(claimed.hold);
    if (!fresh) {
      continue;
    }
    auto busy = lose_earlier(held, claimed.hold, out);
    auto& run = at->second;
    run.granted = asked;
    if (claimed.cancel_wanted) {
      run.cancel_wanted = true;
      run.stage = held_stage::finishing;
      run.ended = run_status::cancelled;
    } else if (leaving || busy || now >= asked + timing.fence()) {
      run.stage = held_stage::returning;
    } else {
      out.emplace_back(effects::start_run{claimed.hold, write_limit(run, timing)});
    }
  }
}

} // namespace faucet
