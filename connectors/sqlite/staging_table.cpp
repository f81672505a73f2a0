#include "connectors/sqlite/staging_table.hpp"

#include "connectors/sql/overwrite_names.hpp"
#include "connectors/sqlite/table_sql.hpp"
#include "database/quoting.hpp"

#include <sqlite3.h>

#include <algorithm>

namespace faucet {

namespace {

/// Where ids are never given twice, those that the target gave are not given in its place.
expected<void> continue_sequence(sqlite_connection& database, const std::string& target,
                                 const std::string& staging) {
  auto known = database.prepare("SELECT seq FROM main.sqlite_sequence WHERE name = ?1");
  if (!known) { // no table has such ids
    return {};
  }
  known->bind(1, target);
  auto row = known->step();
  if (!row || !*row) {
    return row ? expected<void>{} : fail(std::move(row));
  }
  auto next = std::to_string(known->integer(0));
  known->reset();
  auto insert =
    database.prepare("INSERT INTO main.sqlite_sequence(name, seq) VALUES (?1, " + next + ")");
  if (!insert) {
    return fail(std::move(insert));
  }
  insert->bind(1, staging);
  return insert->step().map([](bool) {});
}

expected<uint64_t> count_rows(sqlite_connection& database, const std::string& table) {
  auto query = database.prepare("SELECT count(*) FROM " + table);
  if (!query) {
    return fail(std::move(query));
  }
  return query->step().map([&](bool) { return static_cast<uint64_t>(query->integer(0)); });
}

} // namespace

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

expected<void> staging_table::create_demanding(sqlite_connection& database,
                                               const sqlite_table& target) {
  auto sql = table_sql_for(database, target_, name_);
  if (!sql) {
    return fail(std::move(sql));
  }
  if (!*sql || !database.execute((*sql)->create)) {
    return create_like(database, target);
  }
  for (const auto& index : (*sql)->unique_indexes) {
    if (auto ok = database.execute(index); !ok) {
      return ok;
    }
  }
  return continue_sequence(database, (*sql)->name, name_);
}

error staging_table::in_terms_of_target(error why) const {
  for (auto at = why.what.find(name_); at != std::string::npos; at = why.what.find(name_, at)) {
    why.what.replace(at, name_.size(), target_);
    at += target_.size();
  }
  return why;
}

expected<uint64_t> staging_table::swap(sqlite_connection& database) {
  auto target = read_table(database, target_);
  if (!target) {
    return fail(std::move(target));
  }
  auto from = sql_identifier(name_);
  auto to = sql_identifier(target_);
  if (!target->exists()) {
    return database.execute("ALTER TABLE " + from + " RENAME TO " + to).map([] {
      return uint64_t{0};
    });
  }
  auto staged = read_table(database, name_);
  if (!staged) {
    return fail(std::move(staged));
  }
  std::string columns;
  for (const auto& column : staged->columns) {
    if (!column.generated) {
      columns += (columns.empty() ? "" : ", ") + sql_identifier(column.name);
    }
  }
  auto has_rowid = database.prepare("SELECT rowid FROM " + from).has_value();
  auto rows = count_rows(database, from);
  if (!rows) {
    return rows;
  }
  if (auto ok = database.execute("DELETE FROM " + to); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = database.execute("INSERT INTO " + to + " (" + columns + ") SELECT " + columns
                                 + " FROM " + from + (has_rowid ? " ORDER BY rowid" : ""));
      !ok) {
    return fail(std::move(ok));
  }
  auto moved = target->is_view ? *rows : static_cast<uint64_t>(sqlite3_changes64(database.raw()));
  return drop(database).map([&] { return *rows - std::min(moved, *rows); });
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
