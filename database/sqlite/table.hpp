#pragma once

#include "database/sqlite/connection.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Which values a column prefers; see SQLite's documentation on datatypes.
enum class sqlite_affinity { blob, text, integer, real, numeric };

struct sqlite_column {
  std::string name;
  std::string type; ///< as declared; may be empty
  sqlite_affinity affinity;
  bool not_null;
  int key;            ///< place in the primary key, from 1; 0 = not part of it
  std::string preset; ///< the expression of its DEFAULT; empty = none
  bool generated;     ///< computed by the database, never written
};

/// A table or view as the database knows it.
struct sqlite_table {
  std::string name;
  std::vector<sqlite_column> columns; ///< empty = there is no such table
  bool strict = false;
  bool is_view = false;

  [[nodiscard]] bool exists() const noexcept {
    return !columns.empty();
  }

  /// nullptr where there is none of exactly that name.
  [[nodiscard]] const sqlite_column* find(std::string_view column) const noexcept;
};

expected<sqlite_table> read_table(sqlite_connection& database, std::string_view name);

/// Names of the tables and views that people made, sorted; not those in which virtual tables keep
/// what they hold.
expected<std::vector<std::string>> table_names(sqlite_connection& database);

/// By the rules of SQLite. A column of type ANY of a strict table has none.
sqlite_affinity affinity_of(std::string_view declared_type, bool strict);

} // namespace faucet
