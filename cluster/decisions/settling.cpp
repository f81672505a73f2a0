#include "cluster/decisions/settling.hpp"

#include <algorithm>
#include <utility>

namespace faucet {
namespace {

/// The runs of a stage that are to be told now; they count as asked from here on.
std::vector<run_hold> gather(settling_state::line& x, held_runs& held, held_stage stage,
                             moment now) {
  if (!x.asked.empty() || (x.retry_at && now < *x.retry_at)) {
    return {};
  }
  x.retry_at.reset();
  for (auto& [hold, run] : held) {
    if (run.stage != stage) {
      continue;
    }
    run.asked = true;
    x.asked.push_back(hold);
    if (x.asked.size() == settle_batch) {
      break;
    }
  }
  return x.asked;
}

bool is_due(const settling_state::line& x, moment now) {
  return x.retry_at && now >= *x.retry_at;
}

/// Nobody answered: the same again, later.
void put_off(settling_state::line& x, held_runs& held, moment at) {
  for (const auto& hold : std::exchange(x.asked, {})) {
    if (auto found = held.find(hold); found != held.end()) {
      found->second.asked = false;
    }
  }
  x.retry_at = at;
}

} // namespace

void settle(settling_state& x, held_runs& held, moment now, effect_list& out) {
  if (!x.look && !is_due(x.finishing, now) && !is_due(x.returning, now)) {
    return;
  }
  x.look = false;
  if (auto holds = gather(x.finishing, held, held_stage::finishing, now); !holds.empty()) {
    effects::ask_finish asked;
    asked.runs.reserve(holds.size());
    for (auto& hold : holds) {
      auto ended = held.at(hold).ended;
      asked.runs.push_back({std::move(hold), ended});
    }
    out.emplace_back(std::move(asked));
  }
  if (auto holds = gather(x.returning, held, held_stage::returning, now); !holds.empty()) {
    out.emplace_back(effects::ask_hand_back{std::move(holds)});
  }
}

void take_finished(settling_state& x, held_runs& held, const events::finish_answer& answer,
                   moment now, const cluster_timing& timing, effect_list& out) {
  x.look = true;
  if (!answer.refused) {
    put_off(x.finishing, held, now + timing.retry());
    return;
  }
  const auto& refused = *answer.refused;
  for (const auto& hold : std::exchange(x.finishing.asked, {})) {
    auto at = held.find(hold);
    if (at == held.end()) {
      continue;
    }
    if (std::find(refused.begin(), refused.end(), hold) != refused.end()) {
      out.emplace_back(effects::discard_result{{hold, at->second.ended}});
    }
    held.erase(at);
  }
}

void take_handed_back(settling_state& x, held_runs& held, const events::hand_back_answer& answer,
                      moment now, const cluster_timing& timing) {
  x.look = true;
  if (!answer.done) {
    put_off(x.returning, held, now + timing.retry());
    return;
  }
  for (const auto& hold : std::exchange(x.returning.asked, {})) {
    held.erase(hold);
  }
}

} // namespace faucet
