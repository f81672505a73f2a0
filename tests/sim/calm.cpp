#include "tests/sim/calm.hpp"

#include "tests/sim/world.hpp"

#include <algorithm>

namespace faucet::sim {

using std::chrono::milliseconds;

namespace {

/// More than a member lets pass between two looks for runs and cancels.
constexpr milliseconds calm_checked_every(5000);

bool has_room_for(const node& x, const std::string& pool) {
  const auto& state = x.state();
  return x.is_awake() && !state.draining.draining && serves(state.settings.self, pool)
         && free_places(state.claiming, state.held, state.settings.self.max_concurrent) > 0;
}

} // namespace

void calm_check::look() {
  if (world_.time.now() < next_) {
    return;
  }
  next_ = world_.time.now() + calm_checked_every;
  look_at_owners();
  look_at_cancels();
  look_at_waiting_runs();
}

void calm_check::look_at_owners() {
  for (const auto& row : world_.ledger.rows()) {
    if (row.record.status == run_status::running && !world_.find(row.record.owner)) {
      world_.seen.violated("is owned by " + row.record.owner + ", who is dead", row.record.run);
    }
  }
}

void calm_check::look_at_cancels() {
  for (const auto& one : world_.nodes) {
    if (!one->is_awake()) {
      continue;
    }
    for (const auto& [hold, run] : one->state().held) {
      const auto* row = world_.ledger.row(hold.run);
      auto ours = row->record.owner == one->instance() && row->record.epoch == hold.epoch;
      if (ours && row->record.cancel_requested && is_active(run) && !run.cancel_wanted) {
        world_.seen.violated("is to be cancelled, and its owner does not know", render(hold));
      }
    }
  }
}

void calm_check::look_at_waiting_runs() {
  std::set<std::pair<std::string, uint64_t>> waiting;
  for (const auto& row : world_.ledger.rows()) {
    if (row.record.status != run_status::pending) {
      continue;
    }
    auto has_room = [&row](const auto& x) { return has_room_for(*x, row.record.pool); };
    if (!std::any_of(world_.nodes.begin(), world_.nodes.end(), has_room)) {
      continue;
    }
    waiting.emplace(row.record.run, row.record.epoch);
    if (waited_.count({row.record.run, row.record.epoch}) != 0) {
      world_.seen.violated("waits although there is room for it", row.record.run);
    }
  }
  waited_ = std::move(waiting);
}

} // namespace faucet::sim
