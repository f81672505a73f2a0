#pragma once

#include "connectors/driver.hpp"
#include "connectors/sql/keyed_rows.hpp"
#include "connectors/sql/write_options.hpp"
#include "connectors/sqlite/cell_binder.hpp"
#include "database/sqlite/table.hpp"
#include "model/shape_cache.hpp"

#include <set>

namespace faucet {

/// Writes records to one table, a statement a row, within a transaction of the caller's. A field
/// that a record lacks takes the column's default when a row is inserted and keeps its value when
/// one is updated.
class table_writer {
public:
  /// Refuses a table that lacks a column of the key, or that cannot be updated by it.
  static expected<table_writer> open(sqlite_connection& database, sqlite_table table,
                                     const write_options& options);

  /// For the column that takes each record as JSON.
  static expected<table_writer> open(sqlite_connection& database, sqlite_table table,
                                     const write_options& options,
                                     const std::string& document_column);

  /// Writes all rows. Rows that the table does not take go to the dead letters of `context`; where
  /// none are kept the page fails.
  expected<void> insert(const page& rows, const driver_context& context);

  /// Writes what the rows of a page come to.
  expected<void> apply(const page& rows, const keyed_rows& plan, const driver_context& context);

  /// Records that are not in the table although nothing failed.
  struct left_out_counts {
    uint64_t skipped = 0; ///< They shared no column with the table.
    uint64_t dropped = 0; ///< ON CONFLICT IGNORE, or a trigger, let them go.
  };

  [[nodiscard]] const left_out_counts& not_written() const noexcept {
    return not_written_;
  }

  /// As if what was written since had not been: it was rolled back.
  void take_back(const left_out_counts& before) noexcept {
    not_written_ = before;
  }

  /// Tells the user of them.
  void report(const driver_context& context) const;

private:
  /// The statement for records of one shape.
  struct shape_plan {
    sqlite_statement statement; ///< none where the shape shares no column with the table
    std::vector<std::pair<size_t, const sqlite_column*>> cells; ///< field, column of a parameter
    bool may_keep = false; ///< an upsert of keys alone changes nothing that is there
  };

  table_writer(sqlite_connection& database, sqlite_table table, write_options options);

  expected<shape_plan> plan_of(const shape& fields, const driver_context& context);
  expected<void> write_row(const value& row, const driver_context& context);
  expected<void> write_record(object_view record, const driver_context& context);
  expected<void> delete_row(object_view record);
  /// Runs a statement whose parameters are bound.
  expected<void> run(const sqlite_statement& statement);
  /// The same for one that adds or changes a row, which the table may silently not do.
  expected<void> run_writing(const sqlite_statement& statement);
  /// A row that failed is rejected where that can be done, else fails its page.
  expected<void> settle(expected<void> outcome, size_t row, const driver_context& context);
  void warn_unknown(std::string_view field, const driver_context& context);
  [[nodiscard]] std::string conflict_clause(const std::vector<std::string>& columns) const;

  sqlite_connection* database_;
  sqlite_table table_;
  write_options options_;
  shape_cache<shape_plan> plans_;
  sqlite_statement document_; ///< where each record is one cell
  sqlite_statement delete_;
  std::vector<const sqlite_column*> key_;
  cell_binder binder_;
  std::set<std::string, std::less<>> unknown_; ///< fields that were warned of
  left_out_counts not_written_;
};

} // namespace faucet
