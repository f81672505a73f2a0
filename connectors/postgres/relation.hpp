#pragma once

#include "connectors/postgres/column.hpp"
#include "database/postgres/connection.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// The name of a table as a pipeline gives it.
struct pg_table_name {
  std::optional<std::string> schema; ///< none = wherever the search path finds it
  std::string table;

  /// As SQL reads it.
  [[nodiscard]] std::string quoted() const;

  /// The same name read as "schema.table"; nothing where it has a schema, or not just one dot.
  [[nodiscard]] std::optional<pg_table_name> split_at_dot() const;
};

/// What a name stands for in a database: a table or a view, and its columns.
struct pg_relation {
  uint32_t id = 0;
  std::string schema;
  std::string name;
  char form = 'r'; ///< pg_class.relkind
  /// Rows may go another way than INSERT says: triggers of the user, rules, a view.
  bool diverted = false;
  /// COPY cannot write here, or would pass by what INSERT obeys.
  bool only_insert = false;
  std::vector<pg_column> columns; ///< in the order of the table

  /// As SQL reads it.
  [[nodiscard]] std::string quoted() const;

  /// Position of a column, or nothing.
  [[nodiscard]] std::optional<size_t> find(std::string_view column) const noexcept;
};

/// Looks a table up, exactly this one: not one of the same name in another schema. Nothing where
/// there is none. A name that is no table's as it stands and has one dot is a schema and a table.
expected<std::optional<pg_relation>> find_relation(pg_connection& server,
                                                   const pg_table_name& name);

/// True where a UNIQUE constraint or index, or the primary key, covers just these columns.
expected<bool> has_unique_key(pg_connection& server, const pg_relation& table,
                              std::span<const std::string> key);

} // namespace faucet
