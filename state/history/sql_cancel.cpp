// How the ledger takes requests to cancel, and what it tells of runs.

#include "state/history/ended_runs.hpp"
#include "state/history/event_rows.hpp"
#include "state/history/record_columns.hpp"
#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

expected<cancel_answer> cancel_waiting(sql_driver& database, const std::string& run) {
  row_list rows;
  rows.add().text("ended_run", run).text("new_status", "cancelled").number("lost", 0);
  return end_unowned(database, rows).map([](const sql_answer&) {
    return cancel_answer{cancel_answer::kind::cancelled, run_status::cancelled, {}};
  });
}

expected<void> mark(sql_driver& database, const run_hold& hold, const std::string& owner,
                    const std::string& by) {
  auto marked = database.run("UPDATE faucet_serve_runs SET cancel_requested = {now} "
                             "WHERE run_id = $1",
                             {hold.run});
  if (!marked) {
    return fail(std::move(marked));
  }
  event_rows events;
  events.add("cancel_requested", hold.run, owner, hold.epoch, by);
  return events.append(database);
}

expected<cancel_answer> cancel_run(sql_driver& database, const std::string& run,
                                   const std::string& by) {
  auto found = database.run("SELECT status, owner, epoch, cancel_requested FROM faucet_serve_runs "
                            "WHERE run_id = $1 {locked}",
                            {run});
  if (!found) {
    return fail(std::move(found));
  }
  if (found->rows() == 0) {
    return cancel_answer{};
  }
  auto status = stored_run_status(found->text(0, 0));
  if (is_terminal(status)) {
    return cancel_answer{cancel_answer::kind::ended, status, {}};
  }
  if (status == run_status::pending || status == run_status::queued) {
    return cancel_waiting(database, run);
  }
  cancel_answer result{cancel_answer::kind::asked, status, found->text(0, 1)};
  if (found->cell(0, 3)) {
    return result; // somebody has asked before
  }
  return mark(database, {run, found->number(0, 2)}, result.owner, by).map([&] { return result; });
}

} // namespace

expected<cancel_answer> sql_run_ledger::request_cancel(const std::string& run,
                                                       const std::string& by) {
  return in_transaction(database_, [&] { return cancel_run(database_, run, by); });
}

expected<std::vector<run_hold>> sql_run_ledger::cancels_of(const std::string& owner) {
  return repeatedly(database_,
                    [&] {
                      return database_.run("SELECT run_id, epoch FROM faucet_serve_runs "
                                           "WHERE status = 'running' AND owner = $1 "
                                           "AND cancel_requested IS NOT NULL",
                                           {owner});
                    })
    .map(&read_holds);
}

expected<std::vector<pool_backlog>> sql_run_ledger::pending_by_pool() {
  auto found = repeatedly(database_, [&] {
    return database_.run("SELECT pool, count(*) FROM faucet_serve_runs "
                         "WHERE status IN ('pending', 'queued') GROUP BY pool ORDER BY pool");
  });
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<pool_backlog> result;
  for (size_t i = 0; i < found->rows(); ++i) {
    result.push_back({found->text(i, 0), found->number(i, 1)});
  }
  return result;
}

expected<std::optional<run_record>> sql_run_ledger::find(const std::string& run) {
  static const auto statement =
    "SELECT " + std::string{record_columns} + " FROM faucet_serve_runs WHERE run_id = $1";
  return repeatedly(database_, [&] { return database_.run(statement, {run}); })
    .map([](const sql_answer& x) {
      return x.rows() == 0 ? std::nullopt : std::optional{read_record(x, 0)};
    });
}

} // namespace faucet
