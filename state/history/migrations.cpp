#include "state/history/migrations.hpp"

#include "state/history/sql_transaction.hpp"

namespace faucet {

namespace {

struct versions {
  uint64_t schema = 0; ///< 0 where there are no tables yet
  uint64_t min_readable = 0;
};

expected<versions> read_versions(sql_driver& database) {
  auto found = database.run("SELECT id, version FROM faucet_serve_schema");
  if (!found) {
    return fail(std::move(found));
  }
  versions result;
  for (size_t i = 0; i < found->rows(); ++i) {
    auto id = found->text(i, 0);
    if (id == "schema") {
      result.schema = found->number(i, 1);
    } else if (id == "min_readable") {
      result.min_readable = found->number(i, 1);
    }
  }
  return result;
}

expected<void> write_version(sql_driver& database, std::string_view id, uint64_t version) {
  return database
    .run("INSERT INTO faucet_serve_schema (id, version) VALUES ($1, $2) "
         "ON CONFLICT (id) DO UPDATE SET version = excluded.version",
         {id, version})
    .map([](const sql_answer&) {});
}

expected<void> apply(sql_driver& database, const migration& step) {
  for (auto statement : step.statements) {
    if (auto ok = database.run(statement); !ok) {
      return fail(std::move(ok));
    }
  }
  if (auto ok = write_version(database, "schema", step.version); !ok) {
    return ok;
  }
  return write_version(database, "min_readable", step.min_readable);
}

expected<void> migrate_locked(sql_driver& database, std::span<const migration> steps) {
  auto locked = database.try_lock_schema();
  if (!locked) {
    return fail(std::move(locked));
  }
  if (!*locked) {
    return fail(ec::unavailable, "another node is migrating the history", database.name());
  }
  auto made = database.run("CREATE TABLE IF NOT EXISTS faucet_serve_schema "
                           "(id {text} PRIMARY KEY, version {text} NOT NULL)");
  if (!made) {
    return fail(std::move(made));
  }
  auto found = read_versions(database);
  if (!found) {
    return fail(std::move(found));
  }
  auto own = steps.back().version;
  if (found->schema > own && (found->min_readable == 0 || found->min_readable > own)) {
    return fail(ec::state_failed,
                "the history has version " + std::to_string(found->schema)
                  + " of its tables, this program knows version " + std::to_string(own)
                  + "; start a newer one",
                database.name());
  }
  for (const auto& step : steps) {
    if (step.version > found->schema) {
      if (auto ok = apply(database, step); !ok) {
        return ok;
      }
    }
  }
  return {};
}

} // namespace

expected<void> migrate(sql_driver& database, std::span<const migration> steps) {
  return in_transaction(database, [&] { return migrate_locked(database, steps); });
}

} // namespace faucet
