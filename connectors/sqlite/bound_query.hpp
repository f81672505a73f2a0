#pragma once

#include "connectors/sql/query_text.hpp"
#include "connectors/sqlite/sqlite_source_options.hpp"
#include "model/value.hpp"

namespace faucet {

/// The query of the options as a statement with all its values bound, ready for its first row.
/// `start` is where an incremental query reads from; its column must be one of the query's.
/// Refuses whatever is no SELECT, parameters without values and values without parameters.
expected<sqlite_statement> bound_query(sqlite_connection& database,
                                       const sqlite_source_options& options, const value& start);

} // namespace faucet
