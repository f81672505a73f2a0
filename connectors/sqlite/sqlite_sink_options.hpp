#pragma once

#include "connectors/sql/write_options.hpp"
#include "database/sqlite/connection.hpp"

namespace faucet {

struct sqlite_sink_options {
  std::string database_url;
  std::string table_name;
  json_mapping mapping;
  size_t batch_size;
  uint32_t max_connections;
  bool create_table;
  uint32_t busy_timeout_secs;
  write_options write;
};

void fields(option_visitor& v, sqlite_sink_options& x);

/// What the types of the options do not say. Names the option at fault and its line.
expected<void> check(const sqlite_sink_options& x, const node& config);

/// How checked options have the database opened.
sqlite_settings settings_of(const sqlite_sink_options& x);

/// Names the table and its file, the same for one table however options write it.
std::string destination_of(const sqlite_sink_options& x);

} // namespace faucet
