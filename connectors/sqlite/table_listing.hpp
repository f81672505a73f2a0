#pragma once

#include "connectors/driver.hpp"
#include "database/sqlite/connection.hpp"

#include <vector>

namespace faucet {

/// The tables and views that a database holds, each with the query that reads it; none of faucet's
/// own. Rows are estimated as ANALYZE last counted them. What cannot be read, as a view of a table
/// that is gone, is left out, which `warn` is told of.
expected<std::vector<dataset>> list_tables(sqlite_connection& database,
                                           const std::function<void(std::string)>& warn);

} // namespace faucet
