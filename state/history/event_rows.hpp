#pragma once

#include "model/run_facts.hpp"
#include "state/history/row_list.hpp"
#include "state/history/sql_driver.hpp"

namespace faucet {

/// Events to append within the transaction that they tell of.
class event_rows {
public:
  void add(std::string_view kind, std::string_view run, std::string_view owner, uint64_t epoch,
           std::string_view detail = {}) {
    rows_.add().text("new_kind", kind).text("new_run", run).number("new_epoch", epoch);
    rows_.text_or_null("new_owner", owner).text_or_null("new_detail", detail);
  }

  /// Does nothing where there are none.
  expected<void> append(sql_driver& database) {
    if (rows_.empty()) {
      return {};
    }
    return database.postpone(
      "INSERT INTO faucet_serve_events (run_id, at, kind, owner, epoch, detail) "
      "SELECT new_run, {now}, new_kind, new_owner, new_epoch, new_detail FROM {rows $1: "
      "new_run text, new_kind text, new_owner text, new_epoch bigint, new_detail text}",
      {rows_.finish()});
  }

private:
  row_list rows_;
};

/// Holds as the parameter of {rows $1: held_run text, held_epoch bigint}.
inline std::string hold_rows(std::span<const run_hold> holds) {
  row_list rows;
  for (const auto& x : holds) {
    rows.add().text("held_run", x.run).number("held_epoch", x.epoch);
  }
  return rows.finish();
}

/// Holds that a statement answered, whose columns begin with run and epoch.
inline std::vector<run_hold> read_holds(const sql_answer& from) {
  std::vector<run_hold> result;
  for (size_t i = 0; i < from.rows(); ++i) {
    result.push_back({from.text(i, 0), from.number(i, 1)});
  }
  return result;
}

} // namespace faucet
