// How the ledger ends runs for their owner.

#include "state/history/ended_runs.hpp"
#include "state/history/event_rows.hpp"
#include "state/history/record_columns.hpp"
#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>

namespace faucet {

namespace {

std::string end_rows(std::span<const run_end> ends) {
  row_list rows;
  for (const auto& x : ends) {
    rows.add().text("held_run", x.hold.run).number("held_epoch", x.hold.epoch);
    rows.text("new_status", to_string(x.status)).text_or_null("new_error", x.error);
    rows.text("new_outcome", x.outcome);
  }
  return rows.finish();
}

std::vector<run_hold> holds_of(std::span<const run_end> ends) {
  std::vector<run_hold> result;
  std::ranges::transform(ends, std::back_inserter(result), &run_end::hold);
  return result;
}

/// Those of the holds whose end an earlier call has stored, its answer lost.
expected<std::vector<run_hold>> stored_already(sql_driver& database, const std::string& owner,
                                               std::span<const run_hold> holds) {
  return database
    .run("SELECT run_id, epoch FROM faucet_serve_runs "
         "JOIN {rows $2: held_run text, held_epoch bigint} ON run_id = held_run "
         "WHERE epoch = held_epoch AND owner = $1 "
         "AND status IN ('completed', 'failed', 'cancelled')",
         {owner, hold_rows(holds)})
    .map(&read_holds);
}

expected<void> note_discarded(sql_driver& database, const std::string& owner,
                              std::span<const run_hold> lost) {
  return database.postpone("INSERT INTO faucet_serve_events (run_id, at, kind, owner, epoch) "
                           "SELECT held_run, {now}, 'result_discarded', $1, held_epoch "
                           "FROM {rows $2: held_run text, held_epoch bigint} "
                           "WHERE held_run IN (SELECT run_id FROM faucet_serve_runs)",
                           {owner, hold_rows(lost)});
}

/// By rows of what `finish_runs` changed.
std::vector<std::chrono::milliseconds> since_cancel(const sql_answer& ended) {
  std::vector<std::chrono::milliseconds> result;
  for (size_t i = 0; i < ended.rows(); ++i) {
    if (ended.cell(i, 5)) {
      result.push_back(time_between(ended.text(i, 5), ended.text(i, 6)));
    }
  }
  return result;
}

expected<counted_ends> finish_runs(sql_driver& database, const std::string& owner,
                                   std::span<const run_end> ends) {
  static const auto statement =
    "UPDATE faucet_serve_runs SET status = new_status, error = new_error, outcome = new_outcome, "
    "finished_at = {now}, lease_expires_at = NULL FROM {rows $2: held_run text, held_epoch bigint, "
    "new_status text, new_error text, new_outcome text} WHERE run_id = held_run "
    "AND epoch = held_epoch AND owner = $1 AND status = 'running' RETURNING "
    + std::string{ended_columns} + ", cancel_requested, finished_at";
  auto ended = database.run(statement, {owner, end_rows(ends)});
  if (!ended) {
    return fail(std::move(ended));
  }
  counted_ends result{read_holds(*ended), since_cancel(*ended)};
  if (auto ok = settle_ended(database, *ended, owner); !ok) {
    return fail(std::move(ok));
  }
  auto asked = holds_of(ends);
  auto rest = without(asked, result.counted);
  if (rest.empty()) {
    return result;
  }
  auto stored = stored_already(database, owner, rest);
  if (!stored) {
    return fail(std::move(stored));
  }
  result.counted.insert(result.counted.end(), stored->begin(), stored->end());
  auto lost = without(rest, std::move(*stored));
  auto noted = lost.empty() ? expected<void>{} : note_discarded(database, owner, lost);
  return noted ? expected<counted_ends>{std::move(result)} : fail(std::move(noted));
}

} // namespace

expected<counted_ends> sql_run_ledger::finish(const std::string& owner,
                                              std::span<const run_end> ends) {
  for (const auto& x : ends) {
    if (!is_terminal(x.status)) {
      return fail(ec::internal, std::string{"a run does not end as "} + to_string(x.status),
                  x.hold.run);
    }
  }
  if (ends.empty()) {
    return counted_ends{};
  }
  return in_transaction(database_, [&] { return finish_runs(database_, owner, ends); });
}

} // namespace faucet
