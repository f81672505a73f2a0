#include "connectors/postgres/staging_table.hpp"

#include "connectors/postgres/created_table.hpp"
#include "connectors/sql/overwrite_names.hpp"
#include "connectors/sql/table_making.hpp"
#include "database/quoting.hpp"

#include <array>

namespace faucet {

namespace {

constexpr size_t longest_name = 63;

std::string new_name(const std::string& table) {
  return staging_name(table, staging_token(std::chrono::system_clock::now()), longest_name);
}

expected<pg_relation> found(pg_connection& server, const pg_table_name& name) {
  auto made = find_relation(server, name);
  if (!made) {
    return fail(std::move(made));
  }
  if (!*made) {
    return fail(ec::sink_failed, "the staging table was made and is gone", name.quoted());
  }
  return std::move(**made);
}

/// TRUNCATE is quick and leaves no dead rows, but readers wait for its end, it needs a right of its
/// own, and other tables must not refer to this one.
constexpr const char* can_truncate =
  "SELECT c.relkind IN ('r', 'p') AND pg_catalog.has_table_privilege(c.oid, 'TRUNCATE') "
  "AND NOT EXISTS (SELECT FROM pg_catalog.pg_constraint x WHERE x.confrelid = c.oid "
  "AND x.contype = 'f' AND x.conrelid <> c.oid) FROM pg_catalog.pg_class c WHERE c.oid = $1::oid";

expected<void> remove_rows(pg_connection& server, const pg_relation& target) {
  auto id = std::to_string(target.id);
  auto quick = server.execute(can_truncate, std::array<pg_parameter, 1>{{{id}}});
  if (!quick) {
    return fail(std::move(quick));
  }
  auto truncate = quick->rows() == 1 && quick->text(0, 0) == "t";
  return server.run((truncate ? "TRUNCATE " : "DELETE FROM ") + target.quoted());
}

expected<void> move_rows(pg_connection& server, const pg_relation& target,
                         const pg_relation& staging, std::span<const size_t> columns) {
  std::string names;
  auto identity = false;
  for (auto column : columns) {
    names += (names.empty() ? "" : ",") + sql_identifier(staging.columns[column].name);
    identity = identity || staging.columns[column].identity;
  }
  auto ok = expected<void>{};
  if (!names.empty()) {
    ok = server.run("INSERT INTO " + target.quoted() + "(" + names + ")"
                    + (identity ? " OVERRIDING SYSTEM VALUE" : "") + " SELECT " + names + " FROM "
                    + staging.quoted());
  }
  return ok.and_then([&] { return server.run("DROP TABLE " + staging.quoted()); });
}

} // namespace

expected<pg_relation> create_staging(pg_connection& server, const pg_relation& target) {
  pg_table_name name{target.schema, new_name(target.name)};
  auto sql =
    "CREATE UNLOGGED TABLE " + name.quoted() + " (LIKE " + target.quoted() + " INCLUDING ALL)";
  return cannot_be_made("table " + name.quoted(), server.run(sql)).and_then([&] {
    return found(server, name);
  });
}

expected<pg_relation> create_staging(pg_connection& server, const pg_table_name& target,
                                     const std::string& columns) {
  auto name = target.split_at_dot().value_or(target);
  name.table = new_name(name.table);
  return create_table(server, name, columns);
}

expected<void> drop_stale_stagings(pg_connection& server, const std::string& schema,
                                   const std::string& table) {
  auto tables = server.execute("SELECT c.relname FROM pg_catalog.pg_class c "
                               "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
                               "WHERE n.nspname = $1 AND c.relkind = 'r' "
                               "AND pg_catalog.strpos(c.relname, '__faucet_ovw_') > 0",
                               std::array<pg_parameter, 1>{{{schema}}});
  if (!tables) {
    return fail(std::move(tables));
  }
  auto now = std::chrono::system_clock::now();
  for (size_t row = 0; row < tables->rows(); ++row) {
    if (!is_stale_staging(tables->text(row, 0), table, now, longest_name)) {
      continue;
    }
    pg_table_name stale{schema, std::string{tables->text(row, 0)}};
    if (auto ok = server.run("DROP TABLE IF EXISTS " + stale.quoted()); !ok) {
      return ok;
    }
  }
  return {};
}

expected<void> replace_rows(pg_connection& server, const pg_relation& target,
                            const pg_relation* staging, std::span<const size_t> columns,
                            const pg_epoch_fence* fence) {
  auto done =
    server.run("BEGIN")
      .and_then([&] { return remove_rows(server, target); })
      .and_then([&] {
        return staging == nullptr ? expected<void>{} : move_rows(server, target, *staging, columns);
      })
      .and_then([&] { return check_epoch(server, fence); });
  if (!done) {
    if (server.is_open()) {
      static_cast<void>(server.execute("ROLLBACK")); // the failure that counts is there already
    }
    return done;
  }
  return server.run("COMMIT");
}

} // namespace faucet
