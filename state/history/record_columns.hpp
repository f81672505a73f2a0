#pragma once

#include "state/history/run_record.hpp"
#include "state/history/sql_driver.hpp"

namespace faucet {

/// What a SELECT asks for to make a run_record of, as a piece of SQL. The outbox has the same
/// columns.
inline constexpr std::string_view record_columns =
  "run_id, name, pool, labels, submitted_by, idempotency_key, status, owner, epoch, attempt, "
  "cancel_requested, submitted_at, started_at, finished_at, error, body, outcome";

inline constexpr size_t record_column_count = 17;

/// The record in one row, whose columns begin with those.
run_record read_record(const sql_answer& from, size_t row);

/// A time as the history writes it; 1970 where it is none.
instant read_time(const std::string& text);

/// What lies between two of them; nothing where the second is the earlier one.
std::chrono::milliseconds time_between(const std::string& earlier, const std::string& later);

/// Labels as the history keeps them.
std::string labels_text(const std::map<std::string, std::string>& labels);

/// Empty where the text is no object. Values that are no texts are left out.
std::map<std::string, std::string> read_labels(std::string_view text);

} // namespace faucet
