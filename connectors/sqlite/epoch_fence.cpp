#include "connectors/sqlite/epoch_fence.hpp"

#include "connectors/sql/table_making.hpp"

#include <optional>

namespace faucet {

namespace {

std::string in_table(const std::string& before, const std::string& after) {
  return before + " main.\"" + epochs_table + "\"" + after;
}

/// Nothing where none is stored.
expected<std::optional<uint64_t>> stored(sqlite_connection& database, const std::string& scope) {
  auto query = database.prepare(in_table("SELECT epoch FROM", " WHERE scope = ?1"));
  if (!query) {
    return fail(std::move(query));
  }
  query->bind(1, scope);
  auto found = query->step();
  if (!found) {
    return fail(std::move(found));
  }
  return *found ? std::optional{static_cast<uint64_t>(query->integer(0))} : std::nullopt;
}

expected<void> store(sqlite_connection& database, const write_epoch& mine) {
  auto statement = database.prepare(
    in_table("INSERT OR REPLACE INTO", "(scope, epoch, stored_at) VALUES (?1, ?2, datetime())"));
  if (!statement) {
    return fail(std::move(statement));
  }
  statement->bind(1, mine.scope());
  statement->bind(2, static_cast<int64_t>(mine.epoch));
  return statement->run();
}

} // namespace

expected<void> sqlite_epoch_fence::raise(sqlite_connection& database) const {
  auto made = database.execute(in_table("CREATE TABLE IF NOT EXISTS",
                                        "(scope TEXT PRIMARY KEY, epoch INTEGER NOT NULL, "
                                        "stored_at TEXT NOT NULL)"));
  return cannot_be_made("table \"" + std::string{epochs_table} + "\"", std::move(made))
    .and_then([&] { return check(database); })
    .and_then([&] { return store(database, mine_); })
    .and_then([&] {
      return database.execute(in_table("DELETE FROM", " WHERE stored_at < datetime('now', '-"
                                                        + std::to_string(epochs_kept_days)
                                                        + " days')"));
    });
}

expected<void> sqlite_epoch_fence::check(sqlite_connection& database) const {
  auto newest = stored(database, mine_.scope());
  if (!newest) {
    return fail(std::move(newest));
  }
  if (*newest && **newest > mine_.epoch) {
    return tl::unexpected{superseded(mine_, **newest)};
  }
  return *newest == mine_.epoch ? expected<void>{} : store(database, mine_);
}

} // namespace faucet
