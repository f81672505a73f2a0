#pragma once

#include "connectors/sql/query_replication.hpp"

namespace faucet {

/// The `replication` block of a PostgreSQL source.
struct pg_replication : query_replication {
  /// Incremental: the output column with the transaction that wrote the row; empty = not used.
  std::string late_rows;
};

template <>
struct option_type<pg_replication> {
  static expected<void> read(const node& from, std::string_view key, pg_replication& into);
  static type_schema describe();

  static std::string to_json(const pg_replication& x) {
    return option_type<query_replication>::to_json(x);
  }
};

} // namespace faucet
