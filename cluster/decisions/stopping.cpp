#include "cluster/decisions/stopping.hpp"

#include <algorithm>

namespace faucet {
namespace {

void finish_as(held_run& run, run_status status) {
  run.stage = held_stage::finishing;
  run.ended = status;
}

/// How a run ends that was told to stop for the member's sake, and not for its own.
void end_stopped(held_runs& held, held_runs::iterator at, run_status status) {
  auto& run = at->second;
  if (status == run_status::completed) {
    finish_as(run, status);
  } else if (run.cancel_wanted) {
    finish_as(run, status);
  } else if (run.why == stop_reason::wedged && status == run_status::failed) {
    finish_as(run, status);
  } else if (run.why == stop_reason::wedged) {
    held.erase(at);
  } else {
    run.stage = held_stage::returning;
  }
}

} // namespace

void stop(held_run& run, const run_hold& hold, stop_reason why, std::chrono::milliseconds grace,
          moment now, const cluster_timing& timing, effect_list& out) {
  if (run.stage != held_stage::working) {
    return;
  }
  run.stage = held_stage::stopping;
  run.why = why;
  run.drop_at = std::min(now + grace, why == stop_reason::isolated || why == stop_reason::wedged
                                        ? write_limit(run, timing)
                                        : moment::max());
  out.emplace_back(effects::stop_run{hold, why, run.drop_at - now});
}

void cancel(held_run& run, const run_hold& hold, moment now, const cluster_timing& timing,
            effect_list& out) {
  run.cancel_wanted = true;
  stop(run, hold, stop_reason::cancel_asked, timing.flush_grace, now, timing, out);
}

void cancel_run(held_runs& held, std::string_view run, moment now, const cluster_timing& timing,
                effect_list& out) {
  for (auto at = held.lower_bound({std::string(run), 0}); at != held.end() && at->first.run == run;
       ++at) {
    cancel(at->second, at->first, now, timing, out);
  }
}

void lose(held_runs& held, const run_hold& hold, effect_list& out) {
  auto at = held.find(hold);
  if (at == held.end()) {
    return;
  }
  auto& run = at->second;
  switch (run.stage) {
    case held_stage::working:
    case held_stage::stopping:
      run.stage = held_stage::dropped;
      run.why = stop_reason::lost;
      run.lost = true;
      out.emplace_back(effects::drop_run{hold, stop_reason::lost});
      break;
    case held_stage::dropped:
      run.lost = true;
      break;
    case held_stage::finishing:
      if (run.asked) {
        break;
      }
      out.emplace_back(effects::discard_result{{hold, run.ended}});
      held.erase(at);
      break;
    case held_stage::returning:
      held.erase(at);
      break;
  }
}

void end_run(held_runs& held, const run_hold& hold, run_status status, effect_list& out) {
  auto at = held.find(hold);
  if (at == held.end() || !is_active(at->second)) {
    return;
  }
  auto& run = at->second;
  if (run.lost) {
    out.emplace_back(effects::discard_result{{hold, status}});
    held.erase(at);
  } else if (run.why == stop_reason::none || run.why == stop_reason::cancel_asked) {
    finish_as(run, status);
  } else {
    end_stopped(held, at, status);
  }
}

} // namespace faucet
