#pragma once

#include "connectors/postgres/column.hpp"
#include "connectors/sql/column_mapping.hpp"
#include "connectors/sql/write_options.hpp"

#include <chrono>

namespace faucet {

enum class pg_write_method { insert, copy };

struct postgres_sink_options {
  std::string connection_url;
  bool address_only = false;
  std::string table_name;
  std::optional<std::string> schema;
  jsonb_mapping mapping;
  uint32_t max_connections;
  write_options write;
  std::optional<pg_write_method> method; ///< none = whichever fits
  std::optional<node> scope;
  bool create_table;
  uint64_t write_timeout_secs;
  binary_encoding binary;
  size_t batch_size;

  [[nodiscard]] std::chrono::milliseconds write_timeout() const noexcept;
};

void fields(option_visitor& v, postgres_sink_options& x);

expected<void> check(const postgres_sink_options& x, const node& config);

} // namespace faucet
