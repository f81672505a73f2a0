#pragma once

#include "config/sql_query.hpp"
#include "connectors/sql/query_text.hpp"

#include <array>

namespace faucet {

enum class replication_type {
  full,        ///< Every run reads all.
  incremental, ///< A run reads on where the last one stopped.
};

constexpr std::array<enum_name<replication_type>, 2> enum_names(replication_type) {
  return {{{"full", replication_type::full}, {"incremental", replication_type::incremental}}};
}

/// The `replication` block of a source that reads with a query.
struct query_replication {
  replication_type type = replication_type::full;
  std::string column; ///< incremental: the output column that is the cursor
  node initial_value; ///< incremental: read from here, inclusive, where no bookmark is stored

  [[nodiscard]] bool is_incremental() const noexcept {
    return type == replication_type::incremental;
  }
};

/// `{type: full}`, `{type: incremental, column: updated_at, initial_value: 1970-01-01}`.
template <>
struct option_type<query_replication> {
  static expected<void> read(const node& from, std::string_view key, query_replication& into);
  static type_schema describe();

  static std::string to_json(const query_replication&) {
    return R"({"type":"full"})";
  }
};

/// Scans the query of a source, whose options are in `config`, and checks it against its
/// replication: the cursor token is refused where nothing is incremental, and strict comparisons
/// with it. Failures name the place of the query.
expected<query_text> check_query(const sql_query& query, const query_replication& replication,
                                 const sql_dialect& dialect, std::string_view cursor_token,
                                 const node& config);

} // namespace faucet
