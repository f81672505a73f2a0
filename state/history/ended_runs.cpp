#include "state/history/ended_runs.hpp"

#include "state/history/event_rows.hpp"
#include "state/history/record_columns.hpp"

namespace faucet {

namespace {

expected<void> fill_outbox(sql_driver& database, const std::string& runs) {
  static const auto statement =
    "INSERT INTO faucet_serve_outbox (due_at, tries, callback, " + std::string{record_columns}
    + ") SELECT {now}, 0, callback, " + std::string{record_columns}
    + " FROM faucet_serve_runs WHERE run_id IN (SELECT ended_run FROM {rows $1: ended_run text})";
  return database.postpone(statement, {runs});
}

} // namespace

expected<void> settle_ended(sql_driver& database, const sql_answer& ended, std::string_view owner) {
  if (ended.rows() == 0) {
    return {};
  }
  event_rows events;
  row_list all;
  row_list awaited;
  for (size_t i = 0; i < ended.rows(); ++i) {
    auto run = ended.text(i, 0);
    auto status = ended.text(i, 2);
    events.add(status, run, owner, ended.number(i, 1), ended.text(i, 3));
    all.add().text("ended_run", run);
    if (("," + ended.text(i, 4) + ",").find("," + status + ",") != std::string::npos) {
      awaited.add().text("ended_run", run);
    }
  }
  auto outcome = events.append(database);
  if (outcome && !awaited.empty()) {
    outcome = fill_outbox(database, awaited.finish());
  }
  if (!outcome) {
    return outcome;
  }
  return database.postpone("DELETE FROM faucet_serve_run_secrets "
                           "WHERE run_id IN (SELECT ended_run FROM {rows $1: ended_run text})",
                           {all.finish()});
}

expected<sql_answer> end_unowned(sql_driver& database, const row_list& runs) {
  static const auto statement =
    "UPDATE faucet_serve_runs SET status = new_status, error = new_error, finished_at = {now}, "
    "owner = NULL, lease_expires_at = NULL, attempt = attempt + lost "
    "FROM {rows $1: ended_run text, new_status text, new_error text, lost bigint} "
    "WHERE run_id = ended_run RETURNING "
    + std::string{ended_columns};
  auto ended = database.run(statement, {runs.finish()});
  if (!ended) {
    return ended;
  }
  auto settled = settle_ended(database, *ended, {});
  return settled ? std::move(ended) : fail(std::move(settled));
}

} // namespace faucet
