#pragma once

#include "connectors/driver.hpp"
#include "connectors/postgres/relation.hpp"

#include <vector>

namespace faucet {

/// What a table is to its server, whatever it is called: the same for each way to reach it and each
/// name of it. `found` is the table, if it is there; else `name` is where it will be made. Behind
/// it stand the others that hold its rows, or where they go: its partitions, the tables of a view,
/// and where it is replaced, the tables that inherit from it.
expected<std::vector<opened_table>> identify(pg_connection& server, const pg_table_name& name,
                                             const std::optional<pg_relation>& found,
                                             table_use how);

} // namespace faucet
