#include "apps/faucet/health_check.hpp"

#include "apps/faucet/delivery.hpp"
#include "apps/faucet/planned_probe.hpp"
#include "apps/program/timed_probe.hpp"

#include <algorithm>
#include <map>
#include <thread>

namespace faucet {

namespace {

constexpr size_t probes_at_a_time = 8;

std::string hint_for(const probe& x) {
  if (x.name == "options") {
    return "faucet validate tells all that is wrong with the file";
  }
  return {};
}

/// Options are looked at in any case; what they name is left alone.
void leave_out(planned_probe& plan) {
  if (plan.call && plan.result.name != "options") {
    plan.call = nullptr;
    plan.identity.clear();
    plan.result.reason = "--offline: nothing is reached";
  }
}

void make(planned_probe& plan, std::chrono::seconds limit, const secret_mask& secrets) {
  make_probe(plan.result, limit, plan.call, secrets);
  if (plan.result.status == probe_status::fail) {
    plan.result.hint = hint_for(plan.result);
  }
}

/// Makes the probes of one list in turn: those of one store must not meet.
using probe_list = std::vector<planned_probe*>;

/// Lists that may be made at the same time. What was planned before is not made again.
std::vector<probe_list> arrange(std::vector<planned_probe>& plans, const pipeline_state& state) {
  std::vector<probe_list> result;
  std::map<const state_store*, size_t> of_store;
  std::map<std::string, const planned_probe*> first_of;
  for (auto& plan : plans) {
    auto [first, is_new] = first_of.try_emplace(plan.identity, &plan);
    if (!plan.call || (!plan.identity.empty() && !is_new)) {
      continue;
    }
    if (plan.result.role != "state") {
      result.push_back({&plan});
      continue;
    }
    auto [at, is_new_store] =
      of_store.try_emplace(state.homes[plan.row].store.get(), result.size());
    if (is_new_store) {
      result.emplace_back();
    }
    result[at->second].push_back(&plan);
  }
  return result;
}

void make_all(const std::vector<probe_list>& lists, std::chrono::seconds limit,
              const secret_mask& secrets) {
  std::atomic<size_t> next = 0;
  auto work = [&] {
    for (auto i = next++; i < lists.size(); i = next++) {
      for (auto* plan : lists[i]) {
        make(*plan, limit, secrets);
        if (plan->result.status == probe_status::fail && calls_are_left_behind()) {
          break; // the next one would use what the one left behind still does
        }
      }
    }
  };
  std::vector<std::thread> workers;
  try {
    while (workers.size() + 1 < std::min(probes_at_a_time, lists.size())) {
      workers.emplace_back(work);
    }
  } catch (const std::system_error&) {
    // Those there are, and this thread, do all of it.
  }
  work();
  for (auto& worker : workers) {
    worker.join();
  }
}

/// Says of probes that were not made how the one before them ended.
void refer_to_first(std::vector<planned_probe>& plans, const pipeline_state& state) {
  std::map<std::string, const planned_probe*> first_of;
  for (auto& plan : plans) {
    auto [first, is_new] = first_of.try_emplace(plan.identity, &plan);
    if (plan.identity.empty() || is_new) {
      continue;
    }
    plan.result.status = probe_status::skip;
    plan.result.reason = "the same as for row " + state.homes[first->second->row].row.id + " ("
                         + to_string(first->second->result.status) + ")";
  }
}

} // namespace

std::vector<checked_row> check_rows(const pipeline_state& state, const check_settings& how) {
  std::vector<planned_probe> plans;
  std::vector<checked_row> result;
  for (size_t row = 0; row < state.homes.size(); ++row) {
    auto of_row = plan_probes(state, row);
    if (how.offline) {
      std::ranges::for_each(of_row, leave_out);
    }
    std::ranges::move(of_row, std::back_inserter(plans));
    const auto& spec = state.homes[row].row;
    result.push_back({spec.id, std::string{delivery_of(spec)}, {}});
  }
  make_all(arrange(plans, state), how.limit, state.secrets);
  refer_to_first(plans, state);
  for (auto& plan : plans) {
    if (plan.result.status == probe_status::skip && plan.result.reason.empty()) {
      plan.result.reason = "the store gave no answer before";
    }
    result[plan.row].probes.push_back(std::move(plan.result));
  }
  return result;
}

} // namespace faucet
