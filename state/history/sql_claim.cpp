// How the ledger gives runs to an owner, and keeps them its own.

#include "state/history/event_rows.hpp"
#include "state/history/record_columns.hpp"
#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The condition on the pool; its parameters come behind the three of the statement.
std::string pool_filter(size_t pools) {
  std::string result;
  for (size_t i = 0; i < pools; ++i) {
    result += (i == 0 ? " AND pool IN ($" : ", $") + std::to_string(i + 4);
  }
  return result.empty() ? result : result + ")";
}

/// The oldest that wait as `status`. One status at a time is read, and one pool, in the order of
/// the index.
std::string oldest_that_are(run_status status, const claim_terms& terms) {
  return "SELECT * FROM (SELECT run_id, submitted_at FROM faucet_serve_runs WHERE status = '"
         + std::string{to_string(status)} + "'" + pool_filter(terms.pools ? terms.pools->size() : 0)
         + " ORDER BY submitted_at, run_id LIMIT CAST($2 AS bigint) {skip locked}) AS x";
}

std::string claim_statement(const claim_terms& terms) {
  return "WITH chosen AS MATERIALIZED (SELECT run_id AS chosen_run FROM ("
         + oldest_that_are(run_status::pending, terms) + " UNION ALL "
         + oldest_that_are(run_status::queued, terms)
         + ") AS oldest ORDER BY submitted_at, run_id LIMIT CAST($2 AS bigint)) "
           "UPDATE faucet_serve_runs SET status = 'running', owner = $1, epoch = epoch + 1, "
           "lease_expires_at = {after $3}, started_at = {now} "
           "FROM chosen WHERE run_id = chosen_run "
           "RETURNING run_id, epoch, attempt, cancel_requested, name, pool, labels, config, "
           "config_format, body, submitted_at, (SELECT sealed FROM faucet_serve_run_secrets s "
           "WHERE s.run_id = faucet_serve_runs.run_id), started_at, "
           "CASE WHEN epoch > 1 THEN (SELECT max(at) FROM faucet_serve_events e "
           "WHERE e.run_id = faucet_serve_runs.run_id "
           "AND kind IN ('requeued', 'handed_back')) END";
}

claimed_run read_claimed(const sql_answer& from, size_t row) {
  claimed_run result;
  result.hold = {from.text(row, 0), from.number(row, 1)};
  result.attempt = static_cast<uint32_t>(from.number(row, 2)) + 1;
  result.cancel_requested = from.cell(row, 3).has_value();
  result.name = from.text(row, 4);
  result.pool = from.text(row, 5);
  result.labels = read_labels(from.text(row, 6));
  result.config = from.text(row, 7);
  result.config_format = from.text(row, 8);
  result.details = from.text(row, 9);
  result.sealed_values = from.text(row, 11);
  auto waits_since = from.cell(row, 13) ? from.text(row, 13) : from.text(row, 10);
  result.waited = time_between(waits_since, from.text(row, 12));
  return result;
}

/// The order in which rows were submitted; a statement that changes rows answers in any.
std::vector<size_t> by_age(const sql_answer& rows) {
  std::vector<size_t> result(rows.rows());
  for (size_t i = 0; i < result.size(); ++i) {
    result[i] = i;
  }
  std::sort(result.begin(), result.end(), [&](size_t left, size_t right) {
    return std::pair{rows.text(left, 10), rows.text(left, 0)}
           < std::pair{rows.text(right, 10), rows.text(right, 0)};
  });
  return result;
}

expected<std::vector<claimed_run>> claim_runs(sql_driver& database, const claim_terms& terms) {
  std::vector<sql_value> parameters{terms.owner, terms.limit, milliseconds_value(terms.lease)};
  if (terms.pools) {
    parameters.insert(parameters.end(), terms.pools->begin(), terms.pools->end());
  }
  auto claimed = database.execute(claim_statement(terms), parameters);
  if (!claimed) {
    return fail(std::move(claimed));
  }
  std::vector<claimed_run> result;
  event_rows events;
  for (auto row : by_age(*claimed)) {
    auto& run = result.emplace_back(read_claimed(*claimed, row));
    events.add("claimed", run.hold.run, terms.owner, run.hold.epoch,
               "attempt " + std::to_string(run.attempt));
  }
  auto noted = events.append(database);
  return noted ? expected<std::vector<claimed_run>>{std::move(result)} : fail(std::move(noted));
}

} // namespace

expected<std::vector<claimed_run>> sql_run_ledger::claim(const claim_terms& terms) {
  if (terms.limit == 0 || (terms.pools && terms.pools->empty())) {
    return std::vector<claimed_run>{};
  }
  return in_transaction_at_most_once(database_, [&] { return claim_runs(database_, terms); });
}

expected<void> sql_run_ledger::note_started(const std::string& owner,
                                            std::span<const run_hold> holds) {
  if (holds.empty()) {
    return {};
  }
  auto rows = hold_rows(holds);
  return repeatedly(database_, [&] {
    return database_
      .run("INSERT INTO faucet_serve_events (run_id, at, kind, owner, epoch) "
           "SELECT run_id, {now}, 'started', owner, epoch FROM faucet_serve_runs "
           "JOIN {rows $2: held_run text, held_epoch bigint} ON run_id = held_run "
           "WHERE epoch = held_epoch AND owner = $1 AND status = 'running'",
           {owner, rows})
      .map([](const sql_answer&) {});
  });
}

expected<lease_renewal> sql_run_ledger::renew(const std::string& owner,
                                              std::span<const run_hold> holds,
                                              std::chrono::milliseconds lease) {
  if (holds.empty()) {
    return lease_renewal{};
  }
  auto rows = hold_rows(holds);
  auto renewed = repeatedly(database_, [&] {
    return database_.run("UPDATE faucet_serve_runs SET lease_expires_at = {after $2} "
                         "FROM {rows $3: held_run text, held_epoch bigint} WHERE run_id = held_run "
                         "AND epoch = held_epoch AND owner = $1 AND status = 'running' "
                         "RETURNING run_id, epoch, cancel_requested",
                         {owner, milliseconds_value(lease), rows});
  });
  if (!renewed) {
    return fail(std::move(renewed));
  }
  lease_renewal result{read_holds(*renewed), {}};
  for (size_t i = 0; i < renewed->rows(); ++i) {
    if (renewed->cell(i, 2)) {
      result.cancelled.push_back(result.mine[i]);
    }
  }
  return result;
}

expected<std::vector<run_hold>> sql_run_ledger::hand_back(const std::string& owner,
                                                          std::span<const run_hold> holds,
                                                          run_status waiting) {
  if (holds.empty()) {
    return std::vector<run_hold>{};
  }
  auto rows = hold_rows(holds);
  return in_transaction(database_, [&]() -> expected<std::vector<run_hold>> {
    auto given = database_.run(
      "UPDATE faucet_serve_runs SET status = $3, owner = NULL, lease_expires_at = NULL, "
      "started_at = NULL FROM {rows $2: held_run text, held_epoch bigint} "
      "WHERE run_id = held_run AND epoch = held_epoch AND owner = $1 AND status = 'running' "
      "RETURNING run_id, epoch",
      {owner, rows, to_string(waiting)});
    if (!given) {
      return fail(std::move(given));
    }
    auto result = read_holds(*given);
    event_rows events;
    for (const auto& x : result) {
      events.add("handed_back", x.run, owner, x.epoch);
    }
    auto noted = events.append(database_);
    return noted ? expected<std::vector<run_hold>>{std::move(result)} : fail(std::move(noted));
  });
}

} // namespace faucet
