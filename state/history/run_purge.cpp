// How the archive forgets runs.

#include "state/history/row_list.hpp"
#include "state/history/run_archive.hpp"
#include "state/history/sql_member_registry.hpp"
#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

/// Rows that go in one transaction, so that nobody waits for long.
constexpr uint64_t round_size = 5000;

/// Runs that do.
constexpr uint64_t runs_in_a_round = 500;

/// How long sealed values are kept that belong to no run; who ends a run forgets those of it.
constexpr std::chrono::hours lost_secrets_age{1};

/// A statement that deletes at most round_size rows and returns them: how many they were.
expected<uint64_t> delete_some(sql_driver& database, std::string_view statement,
                               std::initializer_list<sql_value> parameters) {
  return in_transaction(database, [&] {
    return database.run(statement, parameters).map([](const sql_answer& x) {
      return static_cast<uint64_t>(x.rows());
    });
  });
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

/// Runs that were kept for long enough, as a parameter; empty for none.
struct old_runs {
  uint64_t count = 0;
  std::string list;
};

expected<old_runs> find_old_runs(sql_driver& database, std::chrono::seconds kept) {
  auto found = database.run(
    "SELECT run_id FROM faucet_serve_runs WHERE status IN ('completed', 'failed', 'cancelled') "
    "AND submitted_at <= {before $1} AND finished_at <= {before $1} "
    "ORDER BY submitted_at LIMIT CAST($2 AS bigint) {skip locked}",
    {milliseconds_value(kept), runs_in_a_round});
  if (!found) {
    return fail(std::move(found));
  }
  row_list runs;
  for (size_t i = 0; i < found->rows(); ++i) {
    runs.add().text("gone", found->text(i, 0));
  }
  return old_runs{found->rows(), runs.empty() ? std::string{} : runs.finish()};
}

/// Some old runs, once nothing but a little of their logs is left.
expected<purged> purge_some_runs(sql_driver& database, std::chrono::seconds kept) {
  purged result;
  auto runs = find_old_runs(database, kept);
  if (!runs || runs->count == 0) {
    return runs ? expected<purged>{result} : fail(std::move(runs));
  }
  result.more = true;
  auto lines =
    database.run("DELETE FROM faucet_serve_run_logs WHERE (run_id, seq) IN (SELECT run_id, seq "
                 "FROM {rows $1: gone text} JOIN faucet_serve_run_logs ON run_id = gone "
                 "LIMIT CAST($2 AS bigint)) RETURNING 1",
                 {runs->list, round_size});
  if (!lines) {
    return fail(std::move(lines));
  }
  result.log_lines = lines->rows();
  if (result.log_lines == round_size) {
    return result;
  }
  if (auto ok = forget(database, runs->list); !ok) {
    return fail(std::move(ok));
  }
  result.runs = runs->count;
  return result;
}

/// What goes by its age alone.
expected<purged> purge_by_age(sql_driver& database, const retentions& kept) {
  purged result;
  auto count = [&result](expected<uint64_t> rows, uint64_t& into) -> expected<void> {
    if (!rows) {
      return fail(std::move(rows));
    }
    into += *rows;
    result.more = result.more || *rows == round_size;
    return {};
  };
  uint64_t keys = 0;
  uint64_t secrets = 0;
  auto outcome =
    count(delete_some(database,
                      "DELETE FROM faucet_serve_idem WHERE key IN (SELECT key "
                      "FROM faucet_serve_idem WHERE expires_at <= {now} ORDER BY expires_at "
                      "LIMIT CAST($1 AS bigint)) RETURNING 1",
                      {round_size}),
          keys);
  if (outcome) {
    outcome = count(delete_some(database,
                                "DELETE FROM faucet_serve_run_secrets WHERE run_id IN "
                                "(SELECT s.run_id FROM faucet_serve_run_secrets s "
                                "LEFT JOIN faucet_serve_runs r ON r.run_id = s.run_id "
                                "WHERE r.status IN ('completed', 'failed', 'cancelled') "
                                "OR (r.run_id IS NULL AND s.stored_at <= {before $1}) "
                                "LIMIT CAST($2 AS bigint)) RETURNING 1",
                                {milliseconds_value(lost_secrets_age), round_size}),
                    secrets);
  }
  if (outcome && kept.logs) {
    outcome = count(delete_some(database,
                                "DELETE FROM faucet_serve_run_logs WHERE (run_id, seq) IN "
                                "(SELECT run_id, seq FROM faucet_serve_run_logs "
                                "WHERE ts <= {before $1} ORDER BY ts LIMIT CAST($2 AS bigint)) "
                                "RETURNING 1",
                                {milliseconds_value(*kept.logs), round_size}),
                    result.log_lines);
  }
  if (outcome && kept.audit) {
    outcome = count(delete_some(database,
                                "DELETE FROM faucet_serve_audit WHERE id IN (SELECT id "
                                "FROM faucet_serve_audit WHERE ts <= {before $1} ORDER BY ts "
                                "LIMIT CAST($2 AS bigint)) RETURNING 1",
                                {milliseconds_value(*kept.audit), round_size}),
                    result.audit_entries);
  }
  if (outcome && kept.members) {
    outcome = in_transaction(database, [&] { return prune_members(database, *kept.members); });
  }
  return outcome ? expected<purged>{result} : fail(std::move(outcome));
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

expected<purged> run_archive::purge_some(const retentions& kept) {
  auto result = purge_by_age(database_, kept);
  if (!result || !kept.ended_runs) {
    return result;
  }
  auto runs =
    in_transaction(database_, [&] { return purge_some_runs(database_, *kept.ended_runs); });
  if (!runs) {
    return runs;
  }
  result->runs += runs->runs;
  result->log_lines += runs->log_lines;
  result->more = result->more || runs->more;
  return result;
}

} // namespace faucet
