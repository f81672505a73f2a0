#pragma once

#include "connectors/driver.hpp"
#include "database/postgres/connection.hpp"

#include <vector>

namespace faucet {

/// The tables that a database holds and that its user may read, each with the query that reads it:
/// partitioned tables as a whole, not their partitions; nothing of the server itself. By schema and
/// name.
expected<std::vector<dataset>> list_tables(pg_connection& server);

} // namespace faucet
