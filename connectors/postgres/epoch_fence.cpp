#include "connectors/postgres/epoch_fence.hpp"

#include "connectors/postgres/created_table.hpp"

#include <array>
#include <charconv>

namespace faucet {

namespace {

constexpr const char* columns = "scope text PRIMARY KEY, epoch bigint NOT NULL, "
                                "stored_at timestamptz NOT NULL DEFAULT pg_catalog.now()";

/// An owner that is stopped between the lock and the commit must not hold up its successor for
/// longer: the server then closes its session.
constexpr const char* bound_idling = "SET idle_in_transaction_session_timeout = 10000";

/// Shows in pg_stat_activity whose session this is, unless the address names it.
expected<void> name_session(pg_connection& server, const write_epoch& mine) {
  auto name = "faucet " + mine.run + " " + std::to_string(mine.epoch);
  auto done = server.execute("SELECT pg_catalog.set_config('application_name', $1, false) "
                             "WHERE pg_catalog.current_setting('application_name') = 'faucet'",
                             std::array<pg_parameter, 1>{{{name}}});
  return done ? expected<void>{} : fail(std::move(done));
}

} // namespace

expected<pg_epoch_fence>
pg_epoch_fence::raise(pg_connection& server, std::optional<std::string> schema, write_epoch mine) {
  pg_table_name name{std::move(schema), epochs_table};
  auto table = find_relation(server, name); // who may not make tables may use one that is there
  if (!table) {
    return fail(std::move(table));
  }
  if (!*table) {
    auto made = create_table(server, name, columns);
    if (!made) {
      return fail(std::move(made));
    }
    *table = std::move(*made);
  }
  pg_epoch_fence result{std::move(mine), (*table)->quoted()};
  auto old = "DELETE FROM " + result.table_ + " WHERE scope IN (SELECT scope FROM " + result.table_
             + " WHERE stored_at < pg_catalog.now() - interval '" + std::to_string(epochs_kept_days)
             + " days' FOR UPDATE SKIP LOCKED)";
  if (auto ok = server.run(bound_idling)
                  .and_then([&] { return name_session(server, result.mine_); })
                  .and_then([&] { return result.store(server); })
                  .and_then([&] { return server.run(old); });
      !ok) {
    return fail(std::move(ok));
  }
  return result;
}

expected<void> pg_epoch_fence::check(pg_connection& server) const {
  auto newest = stored(server, true);
  if (!newest) {
    return fail(std::move(newest));
  }
  if (*newest && **newest > mine_.epoch) {
    return tl::unexpected{superseded(mine_, **newest)};
  }
  return *newest == mine_.epoch ? expected<void>{} : store(server);
}

expected<void> pg_epoch_fence::store(pg_connection& server) const {
  auto scope = mine_.scope();
  auto epoch = std::to_string(mine_.epoch);
  auto done = server.execute("INSERT INTO " + table_
                               + " AS e(scope, epoch) VALUES ($1, $2::bigint) ON CONFLICT (scope) "
                                 "DO UPDATE SET epoch = EXCLUDED.epoch, "
                                 "stored_at = pg_catalog.now() WHERE e.epoch <= EXCLUDED.epoch",
                             std::array<pg_parameter, 2>{{{scope}, {epoch}}});
  if (!done) {
    return fail(std::move(done));
  }
  if (done->affected() > 0) {
    return {};
  }
  auto newest = stored(server, false);
  return newest ? tl::unexpected{superseded(mine_, newest->value_or(mine_.epoch + 1))}
                : fail(std::move(newest));
}

expected<std::optional<uint64_t>> pg_epoch_fence::stored(pg_connection& server, bool locked) const {
  auto scope = mine_.scope();
  auto found = server.execute("SELECT epoch FROM " + table_ + " WHERE scope = $1"
                                + (locked ? " FOR SHARE" : ""),
                              std::array<pg_parameter, 1>{{{scope}}});
  if (!found) {
    return fail(std::move(found));
  }
  if (found->rows() == 0) {
    return std::nullopt;
  }
  uint64_t result = 0;
  auto text = found->text(0, 0);
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

expected<void> check_epoch(pg_connection& server, const pg_epoch_fence* fence) {
  return fence != nullptr ? fence->check(server) : expected<void>{};
}

} // namespace faucet
