#include "connectors/sqlite/target_table.hpp"

#include "connectors/sql/table_making.hpp"
#include "connectors/sqlite/created_table.hpp"

#include <sqlite3.h>

namespace faucet {

expected<sqlite_connection> open_target(const sqlite_sink_options& options,
                                        const driver_context& context, sqlite_access access) {
  auto settings = settings_of(options);
  settings.stop = context.stop;
  settings.access = access;
  auto opened = sqlite_connection::open(std::move(settings));
  // SQLite opens what it may not write as if it had been asked to read it.
  if (opened && sqlite3_db_readonly(opened->raw(), "main") == 1) {
    return fail(ec::sink_failed, "the file may not be written", opened->name());
  }
  return opened;
}

/// A write-ahead log lets others read while this writes, and makes a transaction a page cheap:
/// what a commit leaves to later, flush makes durable. Where the log is not to be had, the
/// transactions of a rollback journal are durable by themselves.
expected<void> tune_for_writing(sqlite_connection& database, const sqlite_sink_options& options) {
  auto mode = database.prepare("PRAGMA journal_mode = WAL");
  if (!mode) {
    return fail(std::move(mode));
  }
  auto row = mode->step();
  auto logged = row && *row && mode->text(0) == "wal";
  mode->reset();
  // Swapping the rows of a table must not delete those that refer to them.
  auto swaps = options.write.mode == write_mode::overwrite;
  for (std::string_view pragma :
       {logged ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
        swaps ? "PRAGMA foreign_keys = OFF" : "PRAGMA foreign_keys = ON",
        "PRAGMA cache_size = -8000"}) {
    if (auto ok = database.execute(pragma); !ok) {
      return ok;
    }
  }
  return {};
}

expected<sqlite_table> find_target(sqlite_connection& database,
                                   const sqlite_sink_options& options) {
  auto found = read_table(database, options.table_name);
  if (!found) {
    return found;
  }
  auto table = "table \"" + options.table_name + "\"";
  if (!found->exists() && (!options.create_table || options.write.mode == write_mode::remove)) {
    return fail(ec::sink_failed, table + " does not exist", database.name());
  }
  const auto& document = options.mapping.document_column;
  if (found->exists() && !document.empty() && found->find(document) == nullptr) {
    return fail(ec::sink_failed, table + " has no column \"" + document + "\"", database.name());
  }
  return found;
}

expected<void> create_target(sqlite_connection& database, const sqlite_sink_options& options,
                             std::string_view name, const page& rows) {
  auto statement = options.mapping.auto_map()
                     ? table_for(name, rows, options.write)
                     : std::optional{table_for_documents(name, options.mapping.document_column)};
  return statement
           ? cannot_be_made("table \"" + options.table_name + "\"", database.execute(*statement))
           : expected<void>{};
}

expected<table_writer> writer_for(sqlite_connection& database, const sqlite_sink_options& options,
                                  sqlite_table table) {
  if (!options.mapping.auto_map()) {
    return table_writer::open(database, std::move(table), options.write,
                              options.mapping.document_column);
  }
  return table_writer::open(database, std::move(table), options.write);
}

} // namespace faucet
