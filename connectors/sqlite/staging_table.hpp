#pragma once

#include "database/sqlite/table.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Takes the rows that are to replace those of a table, beside it, until the swap. Each function is
/// called within a transaction of the caller's.
class staging_table {
public:
  explicit staging_table(std::string target);

  [[nodiscard]] const std::string& name() const noexcept {
    return name_;
  }

  /// Makes it with the columns of the target.
  expected<void> create_like(sqlite_connection& database, const sqlite_table& target);

  /// Makes it with all that the target demands of its rows by constraints and unique indexes, so
  /// that a row which the target would not take is told apart when it is written. What triggers
  /// refuse shows at the swap.
  expected<void> create_demanding(sqlite_connection& database, const sqlite_table& target);

  /// A failure of a row, told as one of the target.
  [[nodiscard]] error in_terms_of_target(error why) const;

  /// Puts the rows in the place of those of the target and is gone. The target keeps its indexes,
  /// constraints and triggers; where there is none, the staging table becomes it. Gives the number
  /// of rows that ON CONFLICT IGNORE or a trigger let go.
  expected<uint64_t> swap(sqlite_connection& database);

  /// Gone, with its rows.
  expected<void> drop(sqlite_connection& database);

private:
  std::string target_;
  std::string name_;
};

/// Drops the staging tables that runs left behind a week ago.
expected<void> drop_stale_staging(sqlite_connection& database, std::string_view target);

} // namespace faucet
