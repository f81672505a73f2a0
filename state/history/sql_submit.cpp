// How the ledger stores submissions.

#include "state/history/event_rows.hpp"
#include "state/history/record_columns.hpp"
#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"
#include "state/history/storable_run.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

namespace {

bool claims_key(const new_run& x) {
  return x.idempotency && x.idempotency->window.count() > 0;
}

/// One call's submissions on their way into the database.
class submission {
public:
  submission(sql_driver& database, std::span<const new_run> runs) : database_(database) {
    for (const auto& x : runs) {
      pending_.push_back({&x, {submit_outcome::fresh, x.run, x.waiting, {}}});
    }
  }

  expected<std::vector<submit_answer>> store();

private:
  struct entry {
    const new_run* run;
    submit_answer answer;
  };

  /// Who has a key.
  struct holder {
    std::string fingerprint;
    submit_answer answer;
  };

  // -- steps, in the order they run -------------------------------------------

  expected<void> claim_keys();
  expected<void> find_holders();
  expected<void> insert_runs();
  expected<void> read_times();
  expected<void> insert_parts();

  void answer_from(const holder& found, entry& to) const;

  // -- member variables -------------------------------------------------------

  sql_driver& database_;
  std::vector<entry> pending_;
  std::unordered_map<std::string, instant> stored_; ///< runs that this call has stored
};

expected<std::vector<submit_answer>> submission::store() {
  auto outcome = claim_keys();
  for (auto step : {&submission::insert_runs, &submission::read_times, &submission::insert_parts}) {
    if (outcome) {
      outcome = (this->*step)();
    }
  }
  if (!outcome) {
    return fail(std::move(outcome));
  }
  std::vector<submit_answer> result;
  for (auto& x : pending_) {
    result.push_back(std::move(x.answer));
  }
  return result;
}

/// Takes every key that is free, expired, or this run's already. Of two runs with one key in one
/// call the first takes it. By key, so that two calls never wait for each other's.
expected<void> submission::claim_keys() {
  std::map<std::string, const new_run*> firsts;
  for (const auto& x : pending_) {
    if (claims_key(*x.run)) {
      firsts.emplace(x.run->idempotency->key, x.run);
    }
  }
  if (firsts.empty()) {
    return {};
  }
  row_list rows;
  for (const auto& [key, run] : firsts) {
    rows.add().text("new_key", key).text("new_run", run->run);
    rows.text("new_print", run->idempotency->fingerprint);
    rows.text("new_window", *milliseconds_value(run->idempotency->window).text());
  }
  auto taken = database_.run(
    "INSERT INTO faucet_serve_idem (key, run_id, fingerprint, claimed_at, expires_at) "
    "SELECT new_key, new_run, new_print, {now}, {after new_window} FROM {rows $1: "
    "new_key text, new_run text, new_print text, new_window text} WHERE true ORDER BY new_key "
    "ON CONFLICT (key) DO UPDATE SET run_id = excluded.run_id, fingerprint = excluded.fingerprint, "
    "claimed_at = excluded.claimed_at, expires_at = excluded.expires_at "
    "WHERE faucet_serve_idem.expires_at <= {now} OR faucet_serve_idem.run_id = excluded.run_id "
    "RETURNING key",
    {rows.finish()});
  if (!taken) {
    return fail(std::move(taken));
  }
  auto all_are_own = taken->rows() == firsts.size()
                     && std::all_of(pending_.begin(), pending_.end(), [&](const entry& x) {
                          return !claims_key(*x.run) || firsts[x.run->idempotency->key] == x.run;
                        });
  return all_are_own ? expected<void>{} : find_holders();
}

expected<void> submission::find_holders() {
  row_list keys;
  for (const auto& x : pending_) {
    if (claims_key(*x.run)) {
      keys.add().text("sought", x.run->idempotency->key);
    }
  }
  auto found =
    database_.run("SELECT i.key, i.fingerprint, i.run_id, r.status, r.submitted_at "
                  "FROM faucet_serve_idem i LEFT JOIN faucet_serve_runs r ON r.run_id = i.run_id "
                  "WHERE i.key IN (SELECT sought FROM {rows $1: sought text})",
                  {keys.finish()});
  if (!found) {
    return fail(std::move(found));
  }
  std::unordered_map<std::string, holder> holders;
  for (size_t i = 0; i < found->rows(); ++i) {
    auto status = found->cell(i, 3) ? stored_run_status(found->text(i, 3)) : run_status::pending;
    holders.emplace(found->text(i, 0), holder{found->text(i, 1),
                                              {submit_outcome::replay, found->text(i, 2), status,
                                               read_time(found->text(i, 4))}});
  }
  for (auto& x : pending_) {
    if (claims_key(*x.run)) {
      answer_from(holders[x.run->idempotency->key], x);
    }
  }
  return {};
}

void submission::answer_from(const holder& found, entry& to) const {
  if (found.answer.run == to.run->run) {
    return; // it has taken the key
  }
  to.answer = found.answer;
  if (found.fingerprint != to.run->idempotency->fingerprint) {
    to.answer.outcome = submit_outcome::conflict;
  }
}

expected<void> submission::insert_runs() {
  row_list rows;
  for (const auto& x : pending_) {
    if (x.answer.outcome != submit_outcome::fresh) {
      continue;
    }
    const auto& run = *x.run;
    rows.add().text("new_run", run.run).text("new_status", to_string(run.waiting));
    rows.text_or_null("new_name", run.name).text("new_pool", run.pool);
    rows.text("new_labels", labels_text(run.labels)).text("new_body", run.details);
    rows.text_or_null("new_by", run.submitted_by).text_or_null("new_config", run.config);
    rows.text_or_null("new_format", run.config_format);
    rows.text_or_null("new_key", run.idempotency ? run.idempotency->key : "");
    if (run.callback) {
      std::string ends;
      for (auto end : run.callback->on) {
        ends += (ends.empty() ? "" : ",") + std::string{to_string(end)};
      }
      rows.text("new_callback", run.callback->json).text("new_ends", ends);
    }
  }
  if (rows.empty()) {
    return {};
  }
  auto stored = database_.run(
    "INSERT INTO faucet_serve_runs (run_id, status, name, pool, labels, body, submitted_by, "
    "config, config_format, idempotency_key, callback, callback_on, submitted_at, epoch, attempt) "
    "SELECT new_run, new_status, new_name, new_pool, new_labels, new_body, new_by, new_config, "
    "new_format, new_key, new_callback, new_ends, {now}, 0, 0 FROM {rows $1: new_run text, "
    "new_status text, new_name text, new_pool text, new_labels text, new_body text, new_by text, "
    "new_config text, new_format text, new_key text, new_callback text, new_ends text} "
    "WHERE true ON CONFLICT (run_id) DO NOTHING RETURNING run_id, submitted_at",
    {rows.finish()});
  if (!stored) {
    return fail(std::move(stored));
  }
  for (size_t i = 0; i < stored->rows(); ++i) {
    stored_.emplace(stored->text(i, 0), read_time(stored->text(i, 1)));
  }
  return {};
}

/// When those were submitted that an earlier call has stored, or this one under the same key.
expected<void> submission::read_times() {
  row_list rows;
  for (auto& x : pending_) {
    if (auto found = stored_.find(x.answer.run); found != stored_.end()) {
      x.answer.submitted_at = found->second;
    } else if (x.answer.outcome == submit_outcome::fresh) {
      rows.add().text("sought", x.answer.run);
    }
  }
  if (rows.empty()) {
    return {};
  }
  auto found = database_.run("SELECT run_id, status, submitted_at FROM faucet_serve_runs "
                             "WHERE run_id IN (SELECT sought FROM {rows $1: sought text})",
                             {rows.finish()});
  if (!found) {
    return fail(std::move(found));
  }
  for (size_t i = 0; i < found->rows(); ++i) {
    for (auto& x : pending_) {
      if (x.answer.run == found->text(i, 0)) {
        x.answer.status = stored_run_status(found->text(i, 1));
        x.answer.submitted_at = read_time(found->text(i, 2));
      }
    }
  }
  return {};
}

expected<void> submission::insert_parts() {
  event_rows events;
  row_list labels;
  row_list sealed;
  auto outcome = expected<void>{};
  for (const auto& x : pending_) {
    const auto& run = *x.run;
    if (x.answer.outcome != submit_outcome::fresh || stored_.count(run.run) == 0) {
      continue;
    }
    if (outcome && run.audit) {
      outcome = append_audit(database_, *run.audit);
    }
    events.add("submitted", run.run, {}, 0, run.submitted_by);
    for (const auto& [key, value] : run.labels) {
      labels.add().text("new_run", run.run).text("new_key", key).text("new_value", value);
    }
    if (!run.sealed_values.empty()) {
      sealed.add().text("new_run", run.run).text("new_sealed", run.sealed_values);
    }
  }
  if (outcome) {
    outcome = events.append(database_);
  }
  if (outcome && !labels.empty()) {
    outcome = database_.postpone("INSERT INTO faucet_serve_run_labels (run_id, key, value) "
                                 "SELECT new_run, new_key, new_value FROM {rows $1: new_run text, "
                                 "new_key text, new_value text}",
                                 {labels.finish()});
  }
  if (outcome && !sealed.empty()) {
    outcome = database_.postpone("INSERT INTO faucet_serve_run_secrets (run_id, stored_at, sealed) "
                                 "SELECT new_run, {now}, new_sealed FROM {rows $1: new_run text, "
                                 "new_sealed text}",
                                 {sealed.finish()});
  }
  return outcome;
}

} // namespace

expected<std::vector<submit_answer>> sql_run_ledger::submit(std::span<const new_run> runs) {
  for (const auto& x : runs) {
    if (auto ok = check_storable(x); !ok) {
      return fail(std::move(ok));
    }
  }
  return in_transaction(database_, [&] { return submission{database_, runs}.store(); });
}

} // namespace faucet
