#include "connectors/sqlite/created_table.hpp"

#include "connectors/sql/column_inference.hpp"
#include "database/quoting.hpp"

namespace faucet {

namespace {

std::string_view type_of(column_kind kind) {
  switch (kind) {
    case column_kind::integer:
    case column_kind::boolean:
      return "INTEGER";
    case column_kind::number:
      return "REAL";
    case column_kind::bytes:
      return "BLOB";
    case column_kind::text:
    case column_kind::json:
      return "TEXT";
  }
  return "TEXT";
}

} // namespace

std::optional<std::string> table_for(std::string_view name, const page& rows,
                                     const write_options& options) {
  std::string columns;
  for (const auto& column : infer_columns(rows)) {
    if (!options.marker || options.marker->field != column.name) {
      columns += (columns.empty() ? "" : ", ") + sql_identifier(column.name) + " ";
      columns += type_of(column.kind);
    }
  }
  if (columns.empty()) {
    return std::nullopt;
  }
  std::string key;
  if (options.keyed()) {
    for (const auto& column : options.key) {
      key += (key.empty() ? ", PRIMARY KEY (" : ", ") + sql_identifier(column);
    }
    key += ")";
  }
  return "CREATE TABLE " + sql_identifier(name) + " (" + columns + key + ")";
}

std::string table_for_documents(std::string_view name, const std::string& column) {
  return "CREATE TABLE " + sql_identifier(name) + " ("
         + (column == "id" ? "" : "\"id\" INTEGER PRIMARY KEY AUTOINCREMENT, ")
         + sql_identifier(column) + " TEXT NOT NULL)";
}

} // namespace faucet
