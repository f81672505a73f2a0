// How the archive forgets runs.

#include "state/history/row_list.hpp"
#include "state/history/run_archive.hpp"
#include "state/history/sql_member_registry.hpp"
#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

expected<uint64_t> delete_from(sql_driver& database, std::string_view statement,
                               std::initializer_list<sql_value> parameters) {
  return database.run(statement, parameters).map([](const sql_answer& x) { return x.rows(); });
}

/// Forgets runs that are listed in a parameter, whoever's their parts are.
expected<void> forget(sql_driver& database, const std::string& runs) {
  for (const auto* table :
       {"faucet_serve_idem", "faucet_serve_run_labels", "faucet_serve_run_secrets",
        "faucet_serve_events", "faucet_serve_run_logs", "faucet_serve_run_log_counts",
        "faucet_serve_runs"}) {
    auto done = database.run("DELETE FROM " + std::string{table}
                               + " WHERE run_id IN (SELECT gone FROM {rows $1: gone text})",
                             {runs});
    if (!done) {
      return fail(std::move(done));
    }
  }
  return {};
}

/// A bounded number of runs in a transaction, so that nobody waits long.
expected<uint64_t> purge_some_runs(sql_driver& database, std::chrono::seconds kept) {
  auto found = database.run(
    "SELECT run_id FROM faucet_serve_runs WHERE status IN ('completed', 'failed', 'cancelled') "
    "AND submitted_at <= {before $1} AND finished_at <= {before $1} "
    "ORDER BY submitted_at LIMIT 500 {skip locked}",
    {milliseconds_value(kept)});
  if (!found) {
    return fail(std::move(found));
  }
  row_list runs;
  for (size_t i = 0; i < found->rows(); ++i) {
    runs.add().text("gone", found->text(i, 0));
  }
  auto done = runs.empty() ? expected<void>{} : forget(database, runs.finish());
  return done ? expected<uint64_t>{found->rows()} : fail(std::move(done));
}

expected<uint64_t> purge_runs(sql_driver& database, std::chrono::seconds kept) {
  uint64_t result = 0;
  for (;;) {
    auto some = in_transaction(database, [&] { return purge_some_runs(database, kept); });
    if (!some || *some == 0) {
      return some ? expected<uint64_t>{result} : some;
    }
    result += *some;
  }
}

} // namespace

expected<erase_outcome> run_archive::erase(const std::string& run) {
  return in_transaction(database_, [&]() -> expected<erase_outcome> {
    auto found =
      database_.run("SELECT status FROM faucet_serve_runs WHERE run_id = $1 {locked}", {run});
    if (!found) {
      return fail(std::move(found));
    }
    if (found->rows() == 0) {
      return erase_outcome::missing;
    }
    if (!is_terminal(stored_run_status(found->text(0, 0)))) {
      return erase_outcome::in_flight;
    }
    row_list runs;
    runs.add().text("gone", run);
    return forget(database_, runs.finish()).map([] { return erase_outcome::erased; });
  });
}

expected<purged> run_archive::purge(const retentions& kept) {
  purged result;
  if (kept.ended_runs) {
    auto runs = purge_runs(database_, *kept.ended_runs);
    if (!runs) {
      return fail(std::move(runs));
    }
    result.runs = *runs;
  }
  return in_transaction(database_, [&]() -> expected<purged> {
    auto keys =
      delete_from(database_, "DELETE FROM faucet_serve_idem WHERE expires_at <= {now}", {});
    if (!keys) {
      return fail(std::move(keys));
    }
    if (kept.logs) {
      auto lines = delete_from(database_,
                               "DELETE FROM faucet_serve_run_logs WHERE ts <= {before $1} "
                               "RETURNING 1",
                               {milliseconds_value(*kept.logs)});
      if (!lines) {
        return fail(std::move(lines));
      }
      result.log_lines = *lines;
    }
    if (kept.audit) {
      auto entries =
        delete_from(database_, "DELETE FROM faucet_serve_audit WHERE ts <= {before $1} RETURNING 1",
                    {milliseconds_value(*kept.audit)});
      if (!entries) {
        return fail(std::move(entries));
      }
      result.audit_entries = *entries;
    }
    auto pruned = kept.members ? prune_members(database_, *kept.members) : expected<void>{};
    return pruned ? expected<purged>{result} : fail(std::move(pruned));
  });
}

} // namespace faucet
