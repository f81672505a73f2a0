#pragma once

#include "connectors/postgres/copy_stream.hpp"
#include "connectors/postgres/postgres_sink_options.hpp"
#include "connectors/postgres/row_transaction.hpp"
#include "connectors/sql/keyed_rows.hpp"

namespace faucet {

/// Writes pages to a table that is there, as the options say. Rows that cannot be written go to the
/// dead letters; where none are kept their page fails.
class pg_page_writer {
public:
  /// All of these outlive the writer; `fence` may be none.
  pg_page_writer(pg_connection& server, const postgres_sink_options& options,
                 const driver_context& context, pg_relation table, const pg_epoch_fence* fence);

  [[nodiscard]] const pg_relation& table() const noexcept {
    return table_;
  }

  /// The columns that some page had, for rows that are added.
  [[nodiscard]] std::vector<size_t> filled_columns() const;

  expected<void> write(const page& rows);

  /// Makes everything durable.
  expected<void> flush();

  /// Forgets what is not yet durable.
  void abandon();

  /// What of the pages that were written is not in the table: not committed, or without a column.
  [[nodiscard]] left_out omitted() const;

  /// Tells the user of rows that are not in the table although nothing failed.
  void report() const;

private:
  [[nodiscard]] bool use_copy() const noexcept;
  /// A field that would be left out although nothing may be.
  std::optional<std::string> lost_field(const value& record);
  /// Positions of the rows of a page that are added.
  expected<std::vector<size_t>> rows_to_add(const page& rows);
  expected<void> add(const page& rows);
  expected<void> write_by_key(const page& rows);

  /// What is left of `positions` once the records are among the rows of `to`.
  expected<std::vector<size_t>> encode(const page& rows, const std::vector<size_t>& positions,
                                       pg_row_sender& to);
  [[nodiscard]] pg_row_group group_of(pg_row_sender& rows, const std::vector<size_t>& positions);

  /// What a failure of a row is told as one of.
  [[nodiscard]] std::string place_of(size_t position) const;

  /// Gives a row to the dead letters; fails where none are kept.
  expected<void> refuse(size_t position, error why);

  /// Rows that the server took less than it was given, as it says itself.
  expected<void> check_count(uint64_t missing);

  pg_connection& server_;
  const postgres_sink_options& options_;
  const driver_context& context_;
  pg_relation table_;
  const pg_epoch_fence* fence_;
  std::string name_;
  pg_cell_text texts_;
  keyed_row_planner planner_;
  pg_field_places places_;
  std::optional<pg_copy_stream> stream_;
  std::vector<bool> filled_;
  uint64_t without_columns_ = 0;
  uint64_t dropped_ = 0;
};

} // namespace faucet
