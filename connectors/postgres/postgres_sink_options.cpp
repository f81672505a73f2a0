#include "connectors/postgres/postgres_sink_options.hpp"

#include "connectors/batch_size.hpp"
#include "connectors/config_error.hpp"
#include "database/postgres/address_only_field.hpp"

namespace faucet {

namespace {

/// Some hundred years; a longer time would overflow when it is added to the clock.
constexpr int64_t longest_timeout_secs = 10'000'000'000;

} // namespace

constexpr std::array<enum_name<pg_write_method>, 2> enum_names(pg_write_method) {
  return {{{"insert", pg_write_method::insert}, {"copy", pg_write_method::copy}}};
}

constexpr std::array<enum_name<binary_encoding>, 3> enum_names(binary_encoding) {
  return {{{"base64", binary_encoding::base64},
           {"text", binary_encoding::text},
           {"auto", binary_encoding::automatic}}};
}

std::chrono::milliseconds postgres_sink_options::write_timeout() const noexcept {
  return std::chrono::seconds{write_timeout_secs};
}

void fields(option_visitor& v, postgres_sink_options& x) {
  v.field("connection_url", x.connection_url, required,
          "postgresql:// URL of the database; sslmode and the like stand behind the question mark.",
          {.secret = true, .leads_to = reach::server});
  address_only_field(v, x.address_only);
  v.field("table_name", x.table_name, required, "Table to write, its name as it is.");
  v.field("schema", x.schema, "Schema of the table; without it the search path finds the table.");
  v.field(
    "column_mapping", x.mapping, jsonb_mapping{{"data"}},
    "`auto_map` writes each field to the column of its name; `jsonb: {column: data}`, which is "
    "the default, writes the record as a whole to that column.");
  v.field("max_connections", x.max_connections, 5U,
          "Connections that the sink may use; a run uses one, a swap one more.", {.minimum = 1});
  fields(v, x.write);
  v.field(
    "write_method", x.method,
    "insert or copy. Unless set, rows that are only added go by COPY where the table takes it.");
  v.field("scope", x.scope, "Not supported by this build.");
  v.field("create_table", x.create_table, true,
          "Make the table, and its schema, from the first page where there is none.");
  v.field("write_timeout_secs", x.write_timeout_secs, 3600U,
          "Longest time to wait for an answer of the server while writing; 0 waits for ever.",
          {.maximum = longest_timeout_secs});
  v.field(
    "binary_encoding", x.binary, binary_encoding::base64,
    "How text becomes the content of a bytea column: base64 decodes it and refuses what is "
    "none, text takes its bytes, auto decodes what is base64 and takes the bytes of the rest.");
  sink_batch_size_field(v, x.batch_size);
}

expected<void> check(const postgres_sink_options& x, const node& config) {
  constexpr std::array<std::string_view, 1> unsupported{"scope"};
  if (auto ok = refuse_unsupported(config, unsupported); !ok) {
    return ok;
  }
  if (x.table_name.empty()) {
    return config_error(config, "table_name", "table_name: a table has a name");
  }
  if (x.schema && x.schema->empty()) {
    return config_error(config, "schema", "schema: a schema has a name");
  }
  if (x.method == pg_write_method::copy && x.write.keyed()) {
    return config_error(config, "write_method",
                        "write_method: COPY only adds rows; upsert and delete need insert");
  }
  return check(x.write, x.mapping, config);
}

} // namespace faucet
