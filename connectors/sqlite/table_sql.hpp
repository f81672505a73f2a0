#pragma once

#include "database/sqlite/connection.hpp"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// What makes a table of another name that demands the same of its rows.
struct table_sql {
  std::string name;   ///< of the table that is there, as the database writes it
  std::string create; ///< CREATE TABLE

  /// A CREATE UNIQUE INDEX for each index that the table was given besides its constraints.
  std::vector<std::string> unique_indexes;
};

/// The statements that made a table, under another name wherever they name it. Nothing for a view,
/// a virtual table, or where SQLite does not understand them any more.
expected<std::optional<table_sql>>
table_sql_for(sqlite_connection& database, std::string_view table, const std::string& new_name);

} // namespace faucet
