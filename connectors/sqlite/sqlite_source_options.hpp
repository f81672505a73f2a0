#pragma once

#include "config/sql_query.hpp"
#include "connectors/formats/invalid_utf8.hpp"
#include "connectors/sql/query_replication.hpp"
#include "database/sqlite/connection.hpp"

#include <optional>

namespace faucet {

struct sqlite_source_options {
  std::string database_url;
  sql_query query;
  std::vector<node> params;
  query_replication replication;
  size_t batch_size;
  uint32_t max_connections;
  bool sandbox;
  std::optional<node> shard;
  invalid_utf8 policy;
};

/// Where the bookmark stands in a query.
inline constexpr std::string_view sqlite_cursor_token = "${bookmark}";

void fields(option_visitor& v, sqlite_source_options& x);

/// What the types of the options do not say. Names the option at fault and its line.
expected<void> check(const sqlite_source_options& x, const node& config);

/// How checked options have the database opened.
sqlite_settings settings_of(const sqlite_source_options& x);

} // namespace faucet
