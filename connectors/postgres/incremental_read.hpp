#pragma once

#include "connectors/driver.hpp"
#include "connectors/postgres/bound_statement.hpp"
#include "connectors/postgres/late_rows.hpp"
#include "connectors/postgres/row_reader.hpp"
#include "connectors/postgres/source_options.hpp"
#include "connectors/sql/cursor_position.hpp"

namespace faucet {

/// Which rows an incremental read still has to deliver, and the bookmarks of those it did. With
/// `late_rows` it goes from one slice of transactions to the next, each in the order of the cursor.
class incremental_read {
public:
  /// `columns` describes the query, `rows` reads it. `options` must outlive this.
  static expected<incremental_read> start(const postgres_source_options& options,
                                          const query_text& query,
                                          const std::optional<bookmark>& resume,
                                          const driver_context& context, const pg_result& columns,
                                          const pg_row_reader& rows, pg_connection& server);

  /// What to read next: the first statement, then those of further slices; nothing at the end.
  std::optional<bound_statement> next_statement();

  /// Whether to deliver a record that the statement gave. It must live until the next position.
  bool admit(const value& record);

  /// The bookmark after the records so far; none before the first.
  std::optional<bookmark> position();

  /// The bookmark after the last record of the last statement; none where nothing was ever read.
  std::optional<bookmark> end();

  /// Records so far whose cursor is null.
  [[nodiscard]] uint64_t keyless() const noexcept {
    return keyless_before_ + position_.missing();
  }

private:
  incremental_read(const postgres_source_options& options, query_text query,
                   cursor_position position);

  expected<void> find_cursor(const pg_result& columns, const pg_row_reader& rows,
                             pg_connection& server);
  expected<void> find_slices(const std::optional<slice_position>& stored, const pg_result& columns,
                             const driver_context& context, pg_connection& server);
  [[nodiscard]] bound_statement statement() const;

  const postgres_source_options* options_;
  query_text query_;
  std::function<void(std::string)> warn_;
  cursor_position position_;
  uint64_t keyless_before_ = 0; ///< in earlier slices
  size_t cursor_ = 0;           ///< its place in a record
  uint32_t cursor_type_id_ = 0;
  std::string cursor_type_;          ///< as SQL writes it
  std::optional<std::string> start_; ///< the first value to read; without it the lowest
  bool has_started_ = false;

  // -- with late_rows ---------------------------------------------------------

  uint32_t transaction_type_ = 0;
  std::optional<transaction_horizon> horizon_;
  std::optional<transaction_slice> slice_; ///< the one being read
  uint64_t delivered_ = 0;                 ///< all slices below are
};

} // namespace faucet
