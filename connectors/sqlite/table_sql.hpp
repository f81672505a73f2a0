#pragma once

#include "database/sqlite/connection.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The CREATE TABLE of a table, as the database keeps it, under another name. Nothing for a view, a
/// virtual table, or where the text is not understood.
expected<std::optional<std::string>>
table_sql_for(sqlite_connection& database, std::string_view table, std::string_view new_name);

/// The CREATE UNIQUE INDEX of each index that a table was given besides its constraints, for
/// another table. One whose text is not understood is left out.
expected<std::vector<std::string>>
unique_indexes_for(sqlite_connection& database, std::string_view table, std::string_view new_name);

} // namespace faucet
