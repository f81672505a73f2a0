#include "connectors/postgres/opened_table.hpp"

#include <array>

namespace faucet {

namespace {

constexpr const char* behind_sql =
  "WITH RECURSIVE behind(id) AS (SELECT $1::oid UNION SELECT x.id FROM behind b CROSS JOIN LATERAL "
  "(SELECT i.inhrelid AS id FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class p "
  "ON p.oid = i.inhparent WHERE p.oid = b.id AND (p.relkind = 'p' OR $2::boolean) UNION ALL "
  "SELECT d.refobjid FROM pg_catalog.pg_rewrite r JOIN pg_catalog.pg_depend d ON d.objid = r.oid "
  "AND d.classid = 'pg_catalog.pg_rewrite'::regclass "
  "AND d.refclassid = 'pg_catalog.pg_class'::regclass "
  "WHERE r.ev_class = b.id AND r.rulename = '_RETURN') AS x) "
  "SELECT n.nspname, c.relname FROM behind b JOIN pg_catalog.pg_class c ON c.oid = b.id "
  "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace WHERE c.oid <> $1::oid "
  "AND c.relkind IN ('r', 'p', 'f') ORDER BY 1, 2";

expected<std::vector<pg_table_name>> tables_behind(pg_connection& server, const pg_relation& table,
                                                   table_use how) {
  auto id = std::to_string(table.id);
  auto rows = server.execute(
    behind_sql,
    std::array<pg_parameter, 2>{{{id}, {how == table_use::replaces ? "true" : "false"}}});
  if (!rows) {
    return fail(std::move(rows));
  }
  std::vector<pg_table_name> result;
  for (size_t i = 0; i < rows->rows(); ++i) {
    result.push_back({std::string{rows->text(i, 0)}, std::string{rows->text(i, 1)}});
  }
  return result;
}

} // namespace

expected<std::vector<opened_table>> identify(pg_connection& server, const pg_table_name& name,
                                             const std::optional<pg_relation>& found,
                                             table_use how) {
  // A server is told apart by the microsecond it was started in: its address has many spellings,
  // and what else is unique of it may be read by few users.
  auto place = server.execute("SELECT pg_catalog.pg_postmaster_start_time(), d.oid, "
                              "pg_catalog.current_schema() FROM pg_catalog.pg_database d "
                              "WHERE d.datname = pg_catalog.current_database()");
  if (!place) {
    return fail(std::move(place));
  }
  if (place->rows() != 1) {
    return fail(ec::internal, "the server does not know its database", server.name());
  }
  auto made = name.split_at_dot().value_or(name);
  if (!made.schema) {
    made.schema = place->text(0, 2);
  }
  std::vector<pg_table_name> names{made};
  if (found) {
    auto behind = tables_behind(server, *found, how);
    if (!behind) {
      return fail(std::move(behind));
    }
    names = std::move(*behind);
    names.insert(names.begin(), pg_table_name{found->schema, found->name});
  }
  auto database = std::string{place->text(0, 0)} + "/" + std::string{place->text(0, 1)} + "/";
  std::vector<opened_table> result;
  for (const auto& table : names) {
    result.push_back({database + table.quoted(), "table " + table.quoted()});
  }
  return result;
}

} // namespace faucet
