#pragma once

#include "state/history/row_list.hpp"
#include "state/history/sql_driver.hpp"

namespace faucet {

/// What an UPDATE that ends runs must return for `settle_ended`, as a piece of SQL.
inline constexpr std::string_view ended_columns = "run_id, epoch, status, error, callback_on";

/// Does what goes with the end of runs, in the same transaction: their events, their callbacks into
/// the outbox, their sealed values gone. `owner` is for the events; empty where nobody had them.
expected<void> settle_ended(sql_driver& database, const sql_answer& ended, std::string_view owner);

/// Ends runs that this transaction has locked and nobody owns any more, by rows of `ended_run`,
/// `new_status`, `new_error`, `lost`: 1 where an attempt was lost.
expected<sql_answer> end_unowned(sql_driver& database, const row_list& runs);

} // namespace faucet
