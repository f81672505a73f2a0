#include "actors/row_schedule.hpp"

#include <algorithm>
#include <numeric>
#include <utility>

namespace faucet {

row_schedule::row_schedule(std::vector<scheduled_row> rows, const rules& how)
  : rows_(std::move(rows)), state_(rows_.size()), order_(rows_.size()), rules_(how) {
  std::iota(order_.begin(), order_.end(), size_t{0});
  if (rules_.heaviest_first) {
    std::ranges::stable_sort(order_, std::ranges::greater{},
                             [this](size_t index) { return rows_[index].weight; });
  }
  settle();
}

// -- what to do next ----------------------------------------------------------

std::optional<size_t> row_schedule::take_row_to_unfold() {
  for (size_t index = 0; index < rows_.size(); ++index) {
    if (state_[index].where == phase::to_unfold) {
      state_[index].where = phase::unfolding;
      return index;
    }
  }
  return std::nullopt;
}

std::optional<row_schedule::unit> row_schedule::take_unit() {
  if (stopped_ || running_ >= rules_.max_concurrent) {
    return std::nullopt;
  }
  for (auto index : order_) {
    auto& row = state_[index];
    if (row.where == phase::open && row.started < row.invocations) {
      ++running_;
      ++row.running;
      return unit{index, row.started++};
    }
  }
  return std::nullopt;
}

std::vector<row_schedule::omission> row_schedule::take_omissions() {
  return std::exchange(omissions_, {});
}

bool row_schedule::finished() const noexcept {
  return std::ranges::all_of(state_, [](const auto& row) { return row.where == phase::ended; });
}

// -- what came of it ----------------------------------------------------------

void row_schedule::unfolded(size_t row, size_t invocations) {
  if (state_[row].where != phase::unfolding) {
    return; // stopped meanwhile
  }
  state_[row].where = phase::open;
  state_[row].invocations = invocations;
  end_where_done(row);
  settle();
}

void row_schedule::succeeded(const unit& which) {
  unit_ended(which, true);
}

void row_schedule::failed(const unit& which) {
  note_failure(which.row);
  unit_ended(which, false);
}

void row_schedule::cancelled(const unit& which) {
  unit_ended(which, false);
}

void row_schedule::cancel() {
  give_up_all("the run was cancelled", true);
}

// -- steps --------------------------------------------------------------------

void row_schedule::unit_ended(const unit& which, bool well) {
  auto& row = state_[which.row];
  --running_;
  --row.running;
  row.whole = row.whole && well;
  row.succeeded += well ? 1 : 0;
  end_where_done(which.row);
  settle();
}

void row_schedule::note_failure(size_t row) {
  if (rules_.stop_on_failure) {
    give_up_all("row '" + rows_[row].id + "' failed and on_error is stop", false);
  }
}

void row_schedule::give_up(size_t row, std::string reason, bool by_user) {
  auto& state = state_[row];
  auto left = state.where == phase::open ? state.invocations - state.started : 0;
  if (state.where == phase::ended || (state.where == phase::open && left == 0)) {
    return;
  }
  omissions_.push_back({row, left, std::move(reason), by_user});
  state.whole = false;
  state.invocations = state.started;
  state.where = phase::open;
  end_where_done(row);
}

void row_schedule::give_up_all(const std::string& reason, bool by_user) {
  stopped_ = true;
  for (size_t row = 0; row < rows_.size(); ++row) {
    give_up(row, reason, by_user);
  }
}

/// Rows that wait for others go on once these have ended, or are given up with them.
void row_schedule::settle() {
  for (auto again = true; std::exchange(again, false);) {
    for (size_t row = 0; row < rows_.size(); ++row) {
      if (state_[row].where == phase::waiting) {
        settle(row);
        again = again || state_[row].where == phase::ended;
      }
    }
  }
}

void row_schedule::settle(size_t row) {
  auto ended = [this](size_t index) { return state_[index].where == phase::ended; };
  for (auto other : rows_[row].depends_on) {
    if (ended(other) && !state_[other].whole) {
      give_up(row, "depends_on row '" + rows_[other].id + "' failed or was skipped", false);
      return;
    }
  }
  if (!std::ranges::all_of(rows_[row].depends_on, ended)) {
    return;
  }
  const auto& parent = rows_[row].parent;
  if (!parent) {
    state_[row].where = phase::open;
    state_[row].invocations = 1;
    return;
  }
  if (!ended(*parent)) {
    return;
  }
  const auto& above = state_[*parent];
  auto reason = "parent row '" + rows_[*parent].id + "' failed or was skipped";
  if (!above.whole && above.succeeded == 0) {
    give_up(row, std::move(reason), false);
    return;
  }
  if (!above.whole) {
    omissions_.push_back({row, 0, std::move(reason), false});
    state_[row].whole = false;
  }
  state_[row].where = phase::to_unfold;
}

void row_schedule::end_where_done(size_t row) {
  auto& state = state_[row];
  if (state.where == phase::open && state.running == 0 && state.started == state.invocations) {
    state.where = phase::ended;
  }
}

} // namespace faucet
