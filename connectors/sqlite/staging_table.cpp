#include "connectors/sqlite/staging_table.hpp"

#include "connectors/sql/overwrite_names.hpp"
#include "database/quoting.hpp"

namespace faucet {

staging_table::staging_table(std::string target)
  : target_(std::move(target)),
    name_(staging_name(target_, staging_token(std::chrono::system_clock::now()))) {
  // nop
}

expected<void> staging_table::create_like(sqlite_connection& database, const sqlite_table& target) {
  std::string columns;
  for (const auto& column : target.columns) {
    if (!column.generated) {
      columns += (columns.empty() ? "" : ", ") + sql_identifier(column.name) + " " + column.type;
      columns += column.not_null && column.key == 0 ? " NOT NULL" : ""; // keys may make themselves
      columns += column.preset.empty() ? "" : " DEFAULT (" + column.preset + ")";
    }
  }
  return database.execute("CREATE TABLE " + sql_identifier(name_) + " (" + columns + ")"
                          + (target.strict ? " STRICT" : ""));
}

expected<void> staging_table::swap(sqlite_connection& database) {
  auto target = read_table(database, target_);
  if (!target) {
    return fail(std::move(target));
  }
  auto from = sql_identifier(name_);
  auto to = sql_identifier(target_);
  if (!target->exists()) {
    return database.execute("ALTER TABLE " + from + " RENAME TO " + to);
  }
  auto staged = read_table(database, name_);
  if (!staged) {
    return fail(std::move(staged));
  }
  std::string columns;
  for (const auto& column : staged->columns) {
    columns += (columns.empty() ? "" : ", ") + sql_identifier(column.name);
  }
  if (auto ok = database.execute("DELETE FROM " + to); !ok) {
    return ok;
  }
  if (auto ok = database.execute("INSERT INTO " + to + " (" + columns + ") SELECT " + columns
                                 + " FROM " + from + " ORDER BY rowid");
      !ok) {
    return ok;
  }
  return drop(database);
}

expected<void> staging_table::drop(sqlite_connection& database) {
  return database.execute("DROP TABLE IF EXISTS " + sql_identifier(name_));
}

expected<void> drop_stale_staging(sqlite_connection& database, std::string_view target) {
  auto names = table_names(database);
  if (!names) {
    return fail(std::move(names));
  }
  auto now = std::chrono::system_clock::now();
  for (const auto& name : *names) {
    if (is_stale_staging(name, target, now)) {
      if (auto ok = database.execute("DROP TABLE " + sql_identifier(name)); !ok) {
        return ok;
      }
    }
  }
  return {};
}

} // namespace faucet
