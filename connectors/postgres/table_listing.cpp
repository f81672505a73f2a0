#include "connectors/postgres/table_listing.hpp"

#include "database/quoting.hpp"

namespace faucet {

expected<std::vector<dataset>> list_tables(pg_connection& server) {
  auto rows = server.execute(
    "SELECT n.nspname, c.relname FROM pg_catalog.pg_class c "
    "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
    "WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't' "
    "AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' "
    "AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') "
    "AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') "
    "ORDER BY n.nspname COLLATE \"C\", c.relname COLLATE \"C\"");
  if (!rows) {
    return fail(std::move(rows));
  }
  std::vector<dataset> result;
  for (size_t i = 0; i < rows->rows(); ++i) {
    auto schema = rows->text(i, 0);
    auto table = rows->text(i, 1);
    result.push_back(
      {std::string{schema} + "." + std::string{table},
       {{"query", "SELECT * FROM " + sql_identifier(schema) + "." + sql_identifier(table)}}});
  }
  return result;
}

} // namespace faucet
