#pragma once

#include "config/options.hpp"
#include "config/sql_query.hpp"
#include "connectors/postgres/big_numbers.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

enum class replication_type { full, incremental };

constexpr std::array<enum_name<replication_type>, 2> enum_names(replication_type) {
  return {{{"full", replication_type::full}, {"incremental", replication_type::incremental}}};
}

/// What of the query's rows a run reads.
struct pg_replication {
  replication_type type = replication_type::full;
  std::string column;
  std::optional<node> initial_value;
  std::string late_rows;
};

void fields(option_visitor& v, pg_replication& x);

struct postgres_source_options {
  std::string connection_url;
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
