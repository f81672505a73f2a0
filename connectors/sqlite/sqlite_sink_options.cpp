#include "connectors/sqlite/sqlite_sink_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/bytes/file_identity.hpp"
#include "connectors/config_error.hpp"

namespace faucet {

void fields(option_visitor& v, sqlite_sink_options& x) {
  v.field("database_url", x.database_url, required,
          "The database: a path, sqlite:path or :memory:, with ?mode=rw where the file must exist.",
          {.leads_to = reach::database});
  v.field("table_name", x.table_name, required, "Table to write.");
  v.field("column_mapping", x.mapping, required,
          "auto_map writes each field to the column of its name; json: {column: data} writes each "
          "record as JSON to one column.");
  sink_batch_size_field(v, x.batch_size);
  v.field("max_connections", x.max_connections, uint32_t{1},
          "Accepted as of every database. SQLite has one writer, so one connection is used.",
          {.minimum = 1});
  v.field("create_table", x.create_table, true,
          "Make a table that is not there, with columns that suit the first page.");
  v.field("busy_timeout_secs", x.busy_timeout_secs, uint32_t{60},
          "Longest wait for a lock that somebody else holds.");
  fields(v, x.write);
}

expected<void> check(const sqlite_sink_options& x, const node& config) {
  auto address = parse_sqlite_address(x.database_url);
  if (!address) {
    return config_error(config, "database_url", "database_url: " + address.error().what);
  }
  if (address->access == sqlite_access::read_only || address->immutable) {
    return config_error(config, "database_url",
                        "database_url: a sink cannot write a database that is opened read-only");
  }
  if (x.table_name.empty() || x.table_name.find('\0') != std::string::npos) {
    return config_error(config, "table_name", "table_name: expected the name of a table");
  }
  return check(x.write, x.mapping, config);
}

sqlite_settings settings_of(const sqlite_sink_options& x) {
  return {.address = parse_sqlite_address(x.database_url).value(),
          .access = sqlite_access::create,
          .busy_timeout = std::chrono::seconds{x.busy_timeout_secs},
          .refused = ec::sink_failed};
}

std::string destination_of(const sqlite_sink_options& x) {
  auto table = x.table_name;
  for (auto& c : table) {
    c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; // as SQLite compares names
  }
  auto file = file_identity(parse_sqlite_address(x.database_url).value().path);
  return "table \"" + table + "\" of " + file.string();
}

} // namespace faucet
