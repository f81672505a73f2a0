#include "connectors/postgres/target_table.hpp"

#include <array>

namespace faucet {

namespace {

expected<void> check_columns(const pg_relation& table, const postgres_sink_options& options) {
  const auto& document = options.mapping.document_column;
  if (!options.mapping.auto_map() && !table.find(document)) {
    return fail(ec::sink_failed, "the table has no column \"" + document + "\" for whole records",
                table.quoted());
  }
  if (!options.write.keyed()) {
    return {};
  }
  for (const auto& column : options.write.key) {
    if (!table.find(column)) {
      return fail(ec::sink_failed,
                  "the table has no column \"" + column + "\", which is in the key",
                  table.quoted());
    }
  }
  return {};
}

expected<void> check_unique(pg_connection& server, const pg_relation& table,
                            const std::vector<std::string>& key) {
  auto unique = has_unique_key(server, table, key);
  if (!unique) {
    return fail(std::move(unique));
  }
  if (*unique) {
    return {};
  }
  std::string columns;
  for (const auto& column : key) {
    columns += (columns.empty() ? "" : ", ") + column;
  }
  return fail(ec::sink_failed,
              "write_mode upsert needs a UNIQUE constraint or PRIMARY KEY on just (" + columns
                + ")",
              table.quoted());
}

/// What the sink does with the table, as the names of rights.
std::vector<std::string> rights_for(const write_options& write) {
  switch (write.mode) {
    case write_mode::append:
      return {"INSERT"};
    case write_mode::upsert:
      return write.marker ? std::vector<std::string>{"INSERT", "UPDATE", "SELECT", "DELETE"}
                          : std::vector<std::string>{"INSERT", "UPDATE", "SELECT"};
    case write_mode::remove:
      return {"DELETE", "SELECT"};
    case write_mode::overwrite:
      return {"INSERT", "SELECT", "TRUNCATE, DELETE"};
  }
  return {};
}

expected<void> check_right(pg_connection& server, const std::string& sql, std::string_view thing,
                           std::string_view right, const std::string& which) {
  auto answer = server.execute(sql, std::array<pg_parameter, 2>{{{thing}, {right}}});
  if (!answer) {
    return fail(std::move(answer));
  }
  if (answer->text(0, 0) == "t") {
    return {};
  }
  return fail(ec::sink_failed, "permission denied: the user may not " + std::string{right}, which);
}

expected<void> check_schema_right(pg_connection& server, std::optional<std::string> schema) {
  if (!schema) {
    auto current = server.execute("SELECT pg_catalog.current_schema()");
    if (!current) {
      return fail(std::move(current));
    }
    if (current->is_null(0, 0)) {
      return fail(ec::sink_failed, "the search path has no schema to make the table in");
    }
    schema = current->text(0, 0);
  }
  auto there = server.execute("SELECT FROM pg_catalog.pg_namespace WHERE nspname = $1",
                              std::array<pg_parameter, 1>{{{*schema}}});
  if (!there) {
    return fail(std::move(there));
  }
  if (there->rows() == 0) {
    return check_right(server,
                       "SELECT pg_catalog.has_database_privilege(pg_catalog.current_database(), $2)"
                       " AND $1::text IS NOT NULL",
                       *schema, "CREATE", "schema " + *schema);
  }
  return check_right(server, "SELECT pg_catalog.has_schema_privilege($1::text, $2::text)", *schema,
                     "CREATE", "schema " + *schema);
}

} // namespace

pg_table_name target_name(const postgres_sink_options& options) {
  return {options.schema, options.table_name};
}

expected<std::optional<pg_relation>> find_target(pg_connection& server,
                                                 const postgres_sink_options& options) {
  auto name = target_name(options);
  auto found = find_relation(server, name);
  if (!found) {
    return found;
  }
  if (!*found) {
    return options.create_table
             ? std::move(found)
             : fail(ec::sink_failed, "there is no such table, and create_table is false",
                    name.quoted());
  }
  const auto& table = **found;
  if (auto ok = check_columns(table, options); !ok) {
    return fail(std::move(ok));
  }
  auto has_indexes = table.form == 'r' || table.form == 'p';
  if (options.write.mode == write_mode::upsert && has_indexes) {
    if (auto ok = check_unique(server, table, options.write.key); !ok) {
      return fail(std::move(ok));
    }
  }
  return found;
}

expected<void> check_rights(pg_connection& server, const postgres_sink_options& options,
                            const std::optional<pg_relation>& table) {
  if (!table) {
    auto name = target_name(options);
    return check_schema_right(server, name.split_at_dot().value_or(name).schema);
  }
  for (const auto& right : rights_for(options.write)) {
    if (auto ok = check_right(server, "SELECT pg_catalog.has_table_privilege($1::oid, $2::text)",
                              std::to_string(table->id), right, table->quoted());
        !ok) {
      return ok;
    }
  }
  return options.write.mode == write_mode::overwrite ? check_schema_right(server, table->schema)
                                                     : expected<void>{};
}

} // namespace faucet
