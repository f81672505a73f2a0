#include "tests/sim/ledger_model.hpp"

#include "model/utf8.hpp"
#include "state/history/starved_text.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

namespace faucet::sim {
namespace {

bool is_wanted(const claim_terms& terms, const run_record& run) {
  return (run.status == run_status::pending || run.status == run_status::queued)
         && (!terms.pools
             || std::find(terms.pools->begin(), terms.pools->end(), run.pool)
                  != terms.pools->end());
}

bool is_text(std::string_view x) {
  return is_utf8(x) && x.find('\0') == std::string_view::npos;
}

expected<void> check(const new_run& x) {
  auto texts = is_text(x.run) && is_text(x.name) && is_text(x.pool) && is_text(x.submitted_by)
               && is_text(x.config) && is_text(x.config_format) && is_text(x.details);
  for (const auto& [key, value] : x.labels) {
    texts = texts && is_text(key) && is_text(value);
  }
  if (!texts || x.run.empty() || x.pool.empty()) {
    return fail(ec::invalid_config, "a text of the run is empty or no text", x.run);
  }
  if (x.waiting != run_status::pending && x.waiting != run_status::queued) {
    return fail(ec::invalid_config, "a run is submitted as pending or queued", x.run);
  }
  return {};
}

} // namespace

// -- submitting ---------------------------------------------------------------

expected<std::vector<submit_answer>> ledger_model::submit(std::span<const new_run> runs) {
  for (const auto& run : runs) {
    if (auto good = check(run); !good) {
      return fail(std::move(good));
    }
  }
  std::vector<submit_answer> answers;
  for (const auto& run : runs) {
    answers.push_back(submit_one(run, clock_()));
  }
  return answers;
}

submit_answer ledger_model::submit_one(const new_run& run, instant now) {
  if (const auto* stored = row(run.run)) {
    return {submit_outcome::fresh, run.run, stored->record.status, stored->record.submitted_at};
  }
  if (run.idempotency && run.idempotency->window.count() > 0) {
    auto& key = keys_[run.idempotency->key];
    if (!key.run.empty() && now < key.expires_at) {
      const auto& first = row(key.run)->record;
      auto outcome = key.fingerprint == run.idempotency->fingerprint ? submit_outcome::replay
                                                                     : submit_outcome::conflict;
      return {outcome, key.run, first.status, first.submitted_at};
    }
    key = {run.run, run.idempotency->fingerprint, now + run.idempotency->window};
  }
  model_row fresh;
  fresh.submitted = run;
  fresh.record.run = run.run;
  fresh.record.name = run.name;
  fresh.record.pool = run.pool;
  fresh.record.labels = run.labels;
  fresh.record.submitted_by = run.submitted_by;
  fresh.record.idempotency_key = run.idempotency ? run.idempotency->key : "";
  fresh.record.status = run.waiting;
  fresh.record.submitted_at = now;
  fresh.record.details = run.details;
  places_.emplace(run.run, rows_.size());
  waiting_.insert(rows_.size());
  rows_.push_back(std::move(fresh));
  return {submit_outcome::fresh, run.run, run.waiting, now};
}

// -- owning -------------------------------------------------------------------

expected<std::vector<claimed_run>> ledger_model::claim(const claim_terms& terms) {
  std::vector<claimed_run> claimed;
  for (auto at = waiting_.begin(); at != waiting_.end() && claimed.size() < terms.limit;) {
    auto& row = rows_[*at++];
    if (!is_wanted(terms, row.record)) {
      continue;
    }
    auto& record = row.record;
    ++record.epoch;
    record.started_at = clock_();
    row.lease_ends = clock_() + terms.lease;
    set_status(row, run_status::running, terms.owner);
    claimed_run run;
    run.hold = {record.run, record.epoch};
    run.attempt = record.lost_attempts + 1;
    run.cancel_requested = record.cancel_requested;
    run.name = record.name;
    run.pool = record.pool;
    run.labels = record.labels;
    run.config = row.submitted.config;
    run.config_format = row.submitted.config_format;
    run.details = record.details;
    run.sealed_values = row.submitted.sealed_values;
    claimed.push_back(std::move(run));
  }
  return claimed;
}

expected<void> ledger_model::note_started(const std::string&, std::span<const run_hold>) {
  return {};
}

expected<lease_renewal> ledger_model::renew(const std::string& owner,
                                            std::span<const run_hold> holds,
                                            std::chrono::milliseconds lease) {
  lease_renewal answer;
  for (const auto& hold : holds) {
    auto* row = owned(owner, hold);
    if (!row) {
      continue;
    }
    row->lease_ends = clock_() + lease;
    answer.mine.push_back(hold);
    if (row->record.cancel_requested) {
      answer.cancelled.push_back(hold);
    }
  }
  return answer;
}

expected<counted_ends> ledger_model::finish(const std::string& owner,
                                            std::span<const run_end> ends) {
  for (const auto& one : ends) {
    if (!is_terminal(one.status)) {
      return fail(ec::internal, "a run does not end like this", one.hold.run);
    }
  }
  std::vector<run_hold> counted;
  for (const auto& one : ends) {
    auto* row = owned(owner, one.hold);
    if (row) {
      row->record.outcome = one.outcome;
      end(*row, one.status, owner, one.error);
    } else {
      row = find_row(one.hold.run);
      // The same end again: the answer to the first one was lost.
      if (!row || row->record.owner != owner || row->record.epoch != one.hold.epoch
          || !is_terminal(row->record.status)) {
        continue;
      }
    }
    counted.push_back(one.hold);
  }
  return counted_ends{.counted = std::move(counted)};
}

expected<std::vector<run_hold>> ledger_model::hand_back(const std::string& owner,
                                                        std::span<const run_hold> holds,
                                                        run_status waiting) {
  std::vector<run_hold> counted;
  for (const auto& hold : holds) {
    auto* row = owned(owner, hold);
    if (!row && bug_ == planted_bug::hand_back_of_an_older_epoch) {
      if (auto* any = find_row(hold.run); any && any->record.owner == owner) {
        row = owned(owner, {hold.run, any->record.epoch});
      }
    }
    if (!row) {
      continue;
    }
    set_status(*row, waiting, "");
    counted.push_back(hold);
  }
  return counted;
}

// -- taking from those who are gone -------------------------------------------

expected<std::vector<reclaimed_run>> ledger_model::reclaim(uint32_t max_attempts) {
  std::vector<reclaimed_run> taken;
  for (auto place : std::vector(running_.begin(), running_.end())) {
    if (rows_[place].lease_ends <= clock_()) {
      taken.push_back(take_from(rows_[place], max_attempts));
    }
  }
  return taken;
}

expected<std::vector<reclaimed_run>> ledger_model::reclaim_from(const std::string& instance,
                                                                uint32_t max_attempts) {
  std::vector<reclaimed_run> taken;
  for (auto place : std::vector(running_.begin(), running_.end())) {
    if (rows_[place].record.owner == instance) {
      taken.push_back(take_from(rows_[place], max_attempts));
    }
  }
  return taken;
}

expected<std::vector<std::string>> ledger_model::recover_single() {
  std::vector<std::string> failed;
  for (auto place : std::vector(running_.begin(), running_.end())) {
    auto& row = rows_[place];
    if (row.lease_ends > clock_()) {
      continue;
    }
    end(row, run_status::failed, "", "lease expired");
    failed.push_back(row.record.run);
  }
  return failed;
}

// -- cancelling ---------------------------------------------------------------

expected<cancel_answer> ledger_model::request_cancel(const std::string& run, const std::string&) {
  auto* row = find_row(run);
  if (!row) {
    return cancel_answer{};
  }
  auto& record = row->record;
  if (is_terminal(record.status)) {
    return cancel_answer{cancel_answer::kind::ended, record.status, {}};
  }
  record.cancel_requested = true;
  if (record.status == run_status::running) {
    return cancel_answer{cancel_answer::kind::asked, record.status, record.owner};
  }
  end(*row, run_status::cancelled, "", "");
  return cancel_answer{cancel_answer::kind::cancelled, record.status, {}};
}

expected<std::vector<run_hold>> ledger_model::cancels_of(const std::string& owner) {
  std::vector<run_hold> wanted;
  for (auto place : running_) {
    if (const auto& x = rows_[place].record; x.owner == owner && x.cancel_requested) {
      wanted.push_back({x.run, x.epoch});
    }
  }
  return wanted;
}

// -- watching -----------------------------------------------------------------

expected<std::vector<pool_backlog>> ledger_model::pending_by_pool() {
  std::map<std::string, uint64_t> counts;
  for (auto place : waiting_) {
    ++counts[rows_[place].record.pool];
  }
  std::vector<pool_backlog> answer;
  for (const auto& [pool, count] : counts) {
    answer.push_back({pool, count});
  }
  return answer;
}

expected<std::vector<std::string>> ledger_model::fail_starved(const std::string& pool,
                                                              std::chrono::seconds older_than) {
  std::vector<std::string> failed;
  for (auto place : std::vector(waiting_.begin(), waiting_.end())) {
    auto& row = rows_[place];
    if (row.record.pool != pool || row.record.submitted_at > clock_() - older_than) {
      continue;
    }
    end(row, run_status::failed, "", starved_text(pool, older_than, row.record.epoch));
    failed.push_back(row.record.run);
  }
  return failed;
}

expected<std::optional<run_record>> ledger_model::find(const std::string& run) {
  const auto* found = row(run);
  return found ? std::optional(found->record) : std::nullopt;
}

const model_row* ledger_model::row(const std::string& run) const {
  auto at = places_.find(run);
  return at == places_.end() ? nullptr : &rows_[at->second];
}

// -- rows ---------------------------------------------------------------------

model_row* ledger_model::find_row(const std::string& run) {
  auto at = places_.find(run);
  return at == places_.end() ? nullptr : &rows_[at->second];
}

model_row* ledger_model::owned(const std::string& owner, const run_hold& hold) {
  auto* row = find_row(hold.run);
  if (!row || row->record.status != run_status::running) {
    return nullptr;
  }
  if (bug_ == planted_bug::skip_epoch_check) {
    return row;
  }
  return row->record.owner == owner && row->record.epoch == hold.epoch ? row : nullptr;
}

void ledger_model::set_status(model_row& row, run_status status, const std::string& owner) {
  auto place = static_cast<std::size_t>(&row - rows_.data());
  waiting_.erase(place);
  running_.erase(place);
  if (status == run_status::running) {
    running_.insert(place);
  } else if (!is_terminal(status)) {
    waiting_.insert(place);
  }
  row.record.owner = owner;
  row.record.status = status;
  if (status != run_status::running && !is_terminal(status)) {
    row.record.started_at.reset();
  }
}

void ledger_model::end(model_row& row, run_status status, const std::string& owner,
                       std::string error) {
  set_status(row, status, owner);
  row.record.finished_at = clock_();
  row.record.error = std::move(error);
}

reclaimed_run ledger_model::take_from(model_row& row, uint32_t max_attempts) {
  auto& record = row.record;
  reclaimed_run taken{{record.run, record.epoch}, record.owner, record.pool, false};
  ++record.lost_attempts;
  if (record.lost_attempts >= max_attempts) {
    taken.failed = true;
    end(row, run_status::failed, "",
        "run reclaimed " + std::to_string(record.lost_attempts) + " times, taken for poison");
    return taken;
  }
  set_status(row, run_status::pending, "");
  if (bug_ == planted_bug::requeue_forgets_cancel) {
    record.cancel_requested = false;
  }
  return taken;
}

} // namespace faucet::sim
