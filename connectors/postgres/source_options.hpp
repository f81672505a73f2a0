#pragma once

#include "config/options.hpp"
#include "config/sql_query.hpp"
#include "connectors/postgres/big_numbers.hpp"
#include "connectors/postgres/pg_replication.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// The token in a query that stands for the bookmark.
inline constexpr std::string_view cursor_token = "${bookmark}";

struct postgres_source_options {
  std::string connection_url;
  bool address_only;
  sql_query query;
  std::vector<node> params;
  uint32_t max_connections;
  size_t batch_size;
  pg_replication replication;
  std::optional<std::string> state_key;
  uint64_t read_timeout_secs;
  big_numbers json_big_numbers;
  std::optional<node> shard;
};

void fields(option_visitor& v, postgres_source_options& x);

/// Refuses what the types of the options do not.
expected<void> check(const postgres_source_options& x, const node& config);

} // namespace faucet
