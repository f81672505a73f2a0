// How the ledger takes runs from those who are gone, and ends what nobody will do.

#include "state/history/ended_runs.hpp"
#include "state/history/event_rows.hpp"
#include "state/history/sql_run_ledger.hpp"
#include "state/history/sql_transaction.hpp"
#include "state/history/starved_text.hpp"

namespace faucet {

namespace {

/// The most runs that one call takes; what is left is the next call's.
constexpr std::string_view most_at_once = " LIMIT 500";

constexpr std::string_view lapsed =
  "status = 'running' AND (lease_expires_at IS NULL OR lease_expires_at <= {now})";

std::string select_of(std::string_view columns, std::string_view condition) {
  return "SELECT " + std::string{columns} + " FROM faucet_serve_runs WHERE "
         + std::string{condition};
}

/// Locks the runs that still fulfil the condition: an owner that renewed keeps its run.
expected<sql_answer> lock(sql_driver& database, std::string_view condition,
                          std::span<const sql_value> parameters) {
  return database.execute(select_of("run_id, epoch, owner, attempt, pool", condition)
                            + std::string{most_at_once} + " {skip locked}",
                          parameters);
}

/// Whether there is anything to do; most often there is not, and no transaction is needed.
expected<bool> is_any(sql_driver& database, std::string_view condition,
                      std::span<const sql_value> parameters) {
  return repeatedly(database,
                    [&] {
                      return database.execute(select_of("run_id", condition) + " LIMIT 1",
                                              parameters);
                    })
    .map([](const sql_answer& x) { return x.rows() > 0; });
}

expected<void> requeue(sql_driver& database, const row_list& runs) {
  if (runs.empty()) {
    return {};
  }
  return database
    .run("UPDATE faucet_serve_runs SET status = 'pending', owner = NULL, "
         "lease_expires_at = NULL, started_at = NULL, attempt = attempt + 1 "
         "FROM {rows $1: lost_run text} WHERE run_id = lost_run",
         {runs.finish()})
    .map([](const sql_answer&) {});
}

expected<std::vector<reclaimed_run>> reclaim_locked(sql_driver& database, const sql_answer& locked,
                                                    uint32_t max_attempts) {
  std::vector<reclaimed_run> result;
  row_list waiting;
  row_list poisoned;
  event_rows events;
  for (size_t i = 0; i < locked.rows(); ++i) {
    auto lost = locked.number(i, 3) + 1;
    auto& run = result.emplace_back(reclaimed_run{{locked.text(i, 0), locked.number(i, 1)},
                                                  locked.text(i, 2),
                                                  locked.text(i, 4),
                                                  lost >= max_attempts});
    if (run.failed) {
      poisoned.add().text("ended_run", run.lost.run).text("new_status", "failed").number("lost", 1);
      poisoned.text("new_error", "run reclaimed " + std::to_string(lost)
                                   + " times: no owner lived to end it, it is taken for poison");
    } else {
      waiting.add().text("lost_run", run.lost.run);
      events.add("requeued", run.lost.run, run.owner, run.lost.epoch,
                 "lost attempt " + std::to_string(lost));
    }
  }
  auto outcome = requeue(database, waiting);
  if (outcome) {
    outcome = events.append(database);
  }
  if (outcome && !poisoned.empty()) {
    outcome = end_unowned(database, poisoned).map([](const sql_answer&) {});
  }
  return outcome ? expected<std::vector<reclaimed_run>>{std::move(result)}
                 : fail(std::move(outcome));
}

expected<std::vector<reclaimed_run>> reclaim_where(sql_driver& database, std::string_view condition,
                                                   std::span<const sql_value> parameters,
                                                   uint32_t max_attempts) {
  auto any = is_any(database, condition, parameters);
  if (!any || !*any) {
    return any ? expected<std::vector<reclaimed_run>>{} : fail(std::move(any));
  }
  return in_transaction(database, [&]() -> expected<std::vector<reclaimed_run>> {
    auto locked = lock(database, condition, parameters);
    return locked ? reclaim_locked(database, *locked, max_attempts) : fail(std::move(locked));
  });
}

/// Fails the runs that fulfil a condition; `why` tells it of an epoch.
template <class Why>
expected<std::vector<std::string>> fail_where(sql_driver& database, std::string_view condition,
                                              std::span<const sql_value> parameters, Why why) {
  auto any = is_any(database, condition, parameters);
  if (!any || !*any) {
    return any ? expected<std::vector<std::string>>{} : fail(std::move(any));
  }
  return in_transaction(database, [&]() -> expected<std::vector<std::string>> {
    auto locked = lock(database, condition, parameters);
    if (!locked) {
      return fail(std::move(locked));
    }
    std::vector<std::string> result;
    row_list runs;
    for (size_t i = 0; i < locked->rows(); ++i) {
      result.push_back(locked->text(i, 0));
      runs.add().text("ended_run", result.back()).text("new_status", "failed");
      runs.text("new_error", why(locked->number(i, 1))).number("lost", 0);
    }
    auto ended = end_unowned(database, runs);
    return ended ? expected<std::vector<std::string>>{std::move(result)} : fail(std::move(ended));
  });
}

} // namespace

expected<std::vector<reclaimed_run>> sql_run_ledger::reclaim(uint32_t max_attempts) {
  return reclaim_where(database_, lapsed, {}, max_attempts);
}

expected<std::vector<reclaimed_run>> sql_run_ledger::reclaim_from(const std::string& instance,
                                                                  uint32_t max_attempts) {
  const sql_value owner{instance};
  return reclaim_where(database_, "status = 'running' AND owner = $1", {&owner, 1}, max_attempts);
}

expected<std::vector<std::string>> sql_run_ledger::recover_single() {
  return fail_where(database_, lapsed, {},
                    [](uint64_t) { return "lease expired: the node ended before the run did"; });
}

expected<std::vector<std::string>> sql_run_ledger::fail_starved(const std::string& pool,
                                                                std::chrono::seconds older_than) {
  const sql_value parameters[]{pool, milliseconds_value(older_than)};
  return fail_where(
    database_, "status IN ('pending', 'queued') AND pool = $1 AND submitted_at <= {before $2}",
    parameters, [&](uint64_t epoch) { return starved_text(pool, older_than, epoch); });
}

} // namespace faucet
