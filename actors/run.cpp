#include "actors/run.hpp"

#include "actors/asking.hpp"
#include "actors/defaults.hpp"
#include "actors/detached.hpp"
#include "actors/errors.hpp"
#include "actors/host_sink.hpp"
#include "actors/host_store.hpp"
#include "connectors/write_epoch.hpp"
#include "state/run_id.hpp"
#include "state/state_key.hpp"

#include <caf/all.hpp>

namespace faucet {

namespace {

std::vector<row_schedule::scheduled_row> scheduled(const std::vector<row_plan>& rows) {
  std::vector<row_schedule::scheduled_row> result;
  for (const auto& row : rows) {
    result.push_back({row.id, row.parent, row.depends_on, row.weight});
  }
  return result;
}

} // namespace

run_actor::behavior_type run_state::make_behavior(run_plan plan, progress_listener listener) {
  plan_ = std::move(plan);
  listener_ = std::move(listener);
  schedule_ = row_schedule{scheduled(plan_.rows), plan_.order};
  rows_.resize(plan_.rows.size());
  return {
    [this](atom::cancel) { cancel(defaults::cancel_grace); },
    [this](atom::cancel, std::chrono::milliseconds grace) { cancel(grace); },
    [this](atom::start) { return start(); },
  };
}

// -- steps, in the order they run ---------------------------------------------

caf::result<run_report> run_state::start() {
  answer_ = self_->make_response_promise<caf::typed_response_promise<run_report>>();
  for (const auto& store : plan_.stores) {
    stores_.push_back(spawn_detached(*self_, host_store, store, plan_.permit));
  }
  gap_rule of_many = [](const error&) { return true; }; // invocations, whose letters have no order
  for (const auto& [type, driver] : plan_.dead_letter_sinks) {
    fence(*driver, plan_.hold, "dlq");
    letter_sinks_.push_back(spawn_detached(*self_, host_sink, type, driver,
                                           context_for(plan_, "dlq", type, cancelled_),
                                           rejection::forbidden, plan_.permit, of_many));
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    const auto& row = plan_.rows[i];
    if (!row.captured.empty()) {
      rows_[i].budget = std::make_shared<capture_budget>(row.id);
    }
    if (!row.parent) {
      rows_[i].names = {row.name};
      rows_[i].captured.resize(1);
      rows_[i].reports.resize(1);
    }
  }
  advance();
  return answer_;
}

void run_state::advance() {
  for (auto again = true; std::exchange(again, false);) {
    while (auto row = schedule_.take_row_to_unfold()) {
      unfold(*row);
    }
    while (auto next = schedule_.take_unit()) {
      start_unit(*next);
      again = true; // what could not start may have been the end of its row
    }
  }
  note_omissions();
  if (schedule_.stopped()) {
    cancel_running();
  }
  auto kept = unkept_ == 0 || cancelled_->load(); // a cancelled run waits for no store
  if (schedule_.finished() && kept && !std::exchange(finishing_, true)) {
    close_letters(0);
  }
}

void run_state::unfold(size_t index) {
  const auto& row = plan_.rows[index];
  auto& known = rows_[index];
  for (auto& part : rows_[*row.parent].captured) { // other children may want them, too
    known.origins.insert(known.origins.end(), part.begin(), part.end());
  }
  known.names = row.name_all(known.origins);
  known.captured.resize(known.names.size());
  known.reports.resize(known.names.size());
  schedule_.unfolded(index, known.names.size());
  note_refusals(row, known.names);
}

void run_state::note_refusals(const row_plan& row, const std::vector<invocation_name>& names) {
  if (row.refusals_key.empty() || !row.store || !stores_[*row.store]) {
    return;
  }
  invocation_report report;
  report.row = row.id;
  report.run_id = make_run_id();
  auto refused = std::ranges::count_if(names, [](const auto& x) { return x.refusal.has_value(); });
  if (refused > 0) {
    auto first = std::ranges::find_if(names, [](const auto& x) { return x.refusal.has_value(); });
    report.how = outcome::failed;
    report.failure = masked(*first->refusal, plan_.secrets);
    if (refused > 1) {
      report.failure.what += " (and " + std::to_string(refused - 1) + " more were refused)";
    }
    keep_refusals(row, report);
    return;
  }
  // Where nothing was ever refused, nothing is kept.
  auto failed = [this](const caf::error&) { advance(); };
  ask<stored_text>(
    self_, unkept_, *stores_[*row.store], defaults::store_timeout,
    [this, &row, report](const stored_text& known) {
      if (known.text) {
        keep_refusals(row, report);
      } else {
        advance();
      }
    },
    failed, atom::get{}, marker_key(row.refusals_key, marker::status));
}

void run_state::keep_refusals(const row_plan& row, const invocation_report& how) {
  ask<atom::done>(
    self_, unkept_, *stores_[*row.store], defaults::store_timeout,
    [this](atom::done) { advance(); },
    [this, &row](const caf::error& reason) {
      if (plan_.warn) {
        plan_.warn(row.id, row.store_type,
                   plan_.secrets.apply("which children were refused could not be kept: "
                                       + render(from_caf(reason))));
      }
      advance();
    },
    atom::note{}, row.refusals_key, how);
}

void run_state::note_omissions() {
  for (auto& omission : schedule_.take_omissions()) {
    auto report = blank_report({omission.row, 0});
    report.parent_key = std::nullopt;
    report.how = omission.cancelled ? outcome::cancelled : outcome::skipped;
    report.failure.what = std::move(omission.reason);
    if (omission.invocations > 1) {
      report.failure.what += " (" + std::to_string(omission.invocations) + " invocations)";
    }
    tell_end(report);
    rows_[omission.row].others.push_back(std::move(report));
  }
}

void run_state::start_unit(const unit& which) {
  if (const auto& refusal = rows_[which.row].names[which.number].refusal) {
    fail_unit(which, *refusal);
    return;
  }
  auto shared = shared_with(which);
  if (!shared) {
    fail_unit(which, std::move(shared).error());
    return;
  }
  auto drivers = drivers_of(which);
  if (!drivers) {
    fail_unit(which, std::move(drivers).error());
    return;
  }
  auto running =
    spawn_invocation(self_, *shared, rows_[which.row].names[which.number], make_run_id(), *drivers);
  if (!running) {
    fail_unit(which, std::move(running).error());
    return;
  }
  running_.emplace(std::pair{which.row, which.number}, *running);
  if (plan_.began) {
    plan_.began(blank_report(which));
  }
  self_->request(*running, defaults::run_timeout, atom::start{})
    .then(
      [this, which, capture = shared->capture](const invocation_report& report) {
        if (capture && report.how == outcome::completed) {
          rows_[which.row].captured[which.number] = capture->take();
        }
        ended(which, report);
      },
      [this, which](const caf::error& reason) {
        auto report = blank_report(which);
        report.how = outcome::failed;
        report.failure = from_caf(reason);
        ended(which, std::move(report));
      });
}

expected<shared_parts> run_state::shared_with(const unit& which) const {
  const auto& row = plan_.rows[which.row];
  shared_parts result{plan_, row, {}, {}, listener_, {}, tables_};
  if (row.store) {
    if (!stores_[*row.store]) {
      return tl::unexpected(stores_[*row.store].error());
    }
    result.store = *stores_[*row.store];
  }
  if (row.letters) {
    if (!letter_sinks_[row.letters->sink]) {
      return tl::unexpected(letter_sinks_[row.letters->sink].error());
    }
    result.letters = *letter_sinks_[row.letters->sink];
  }
  if (const auto& budget = rows_[which.row].budget) {
    result.capture = std::make_shared<parent_capture>(row.captured, budget);
  }
  return result;
}

expected<invocation_plan> run_state::drivers_of(const unit& which) {
  auto& row = plan_.rows[which.row];
  if (row.drivers) { // other rows' targets were told apart when the file was loaded
    if (auto ok = targets_.claim(*row.drivers->sink, row.id); !ok) {
      return fail(std::move(ok));
    }
    return std::move(*row.drivers);
  }
  auto made = row.make_drivers(rows_[which.row].origins[which.number]);
  if (made) {
    if (auto ok = targets_.claim(*made->sink, label_of(blank_report(which))); !ok) {
      return fail(std::move(ok));
    }
  }
  return made;
}

void run_state::fail_unit(const unit& which, error why) {
  auto report = blank_report(which);
  report.how = outcome::failed;
  report.failure = std::move(why);
  note_end(which, std::move(report));
}

void run_state::ended(const unit& which, invocation_report report) {
  note_end(which, std::move(report));
  advance();
}

void run_state::note_end(const unit& which, invocation_report report) {
  running_.erase({which.row, which.number});
  report.failure = masked(std::move(report.failure), plan_.secrets);
  switch (report.how) {
    case outcome::completed:
      schedule_.succeeded(which);
      break;
    case outcome::failed:
      schedule_.failed(which);
      break;
    default:
      schedule_.cancelled(which);
  }
  tell_end(report);
  rows_[which.row].reports[which.number] = std::move(report);
}

void run_state::tell_end(const invocation_report& report) const {
  if (plan_.ended) {
    plan_.ended(report);
  }
}

void run_state::close_letters(size_t index) {
  if (index == letter_sinks_.size()) {
    finish();
    return;
  }
  if (!letter_sinks_[index]) {
    close_letters(index + 1);
    return;
  }
  auto how = cancelled_->load() ? ending::cancelled : ending::completed;
  // Where the run is cancelled, its rows have waited for it before.
  auto patience = cancelled_->load() ? caf::duration{defaults::closing_grace}
                                     : caf::duration{defaults::driver_timeout};
  self_->request(*letter_sinks_[index], patience, atom::close{}, how)
    .then([this, index](atom::done) { close_letters(index + 1); },
          [this, index](const caf::error& reason) {
            if (plan_.warn) { // each row has flushed its letters and has told if that failed
              plan_.warn("dlq", plan_.dead_letter_sinks[index].type,
                         plan_.secrets.apply(render(from_caf(reason))));
            }
            close_letters(index + 1);
          });
}

void run_state::finish() {
  run_report report;
  report.pipeline = plan_.pipeline;
  for (auto& row : rows_) {
    for (auto& one : row.reports) {
      if (one) {
        report.invocations.push_back(std::move(*one));
      }
    }
    std::ranges::move(row.others, std::back_inserter(report.invocations));
  }
  answer_.deliver(std::move(report));
  auto stop = [this](const auto& spawned) {
    if (spawned) {
      self_->send_exit(*spawned, caf::exit_reason::user_shutdown);
    }
  };
  std::ranges::for_each(stores_, stop);
  std::ranges::for_each(letter_sinks_, stop);
  self_->quit();
}

void run_state::cancel(std::chrono::milliseconds grace) {
  grace_ = cancelled_->exchange(true) ? std::min(grace_, grace) : grace;
  schedule_.cancel();
  if (answer_.pending()) {
    advance();
  }
}

void run_state::cancel_running() {
  for (const auto& [which, running] : running_) {
    self_->send(running, atom::cancel{}, grace_);
  }
}

invocation_report run_state::blank_report(const unit& which) const {
  const auto& row = plan_.rows[which.row];
  const auto& names = rows_[which.row].names;
  invocation_report result;
  result.row = row.id;
  result.source = row.source_type;
  result.sink = row.sink_type;
  if (which.number < names.size()) {
    result.parent_key = names[which.number].parent_key;
  }
  return result;
}

run_actor::behavior_type run(run_actor::stateful_pointer<run_state> self, run_plan plan,
                             progress_listener listener) {
  return self->state.make_behavior(std::move(plan), std::move(listener));
}

} // namespace faucet
