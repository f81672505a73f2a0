#pragma once

#include "connectors/postgres/row_sender.hpp"

#include <optional>

namespace faucet {

/// Where the data of a COPY went wrong, as the server says.
struct copied_place {
  uint64_t line; ///< from 1
  std::string column;
};

/// Reads that from the context of a failure: `COPY people, line 3, column age: "x"`.
std::optional<copied_place> find_copied_place(std::string_view context);

/// The statement that takes rows in COPY's text format.
std::string copy_statement(const std::string& table, const std::vector<pg_column>& all,
                           std::span<const size_t> columns);

/// Rows in COPY's text format.
class pg_copy_rows final : public pg_row_sender {
public:
  /// Writes to `columns` of the table whose columns are `all`. Both texts outlive the call, `all`
  /// and `texts` the rows.
  pg_copy_rows(const std::string& table, const std::vector<pg_column>& all,
               std::vector<size_t> columns, pg_cell_text& texts);

  expected<void> add(const pg_field_places& from) override;

  [[nodiscard]] size_t size() const noexcept override {
    return ends_.size();
  }

  expected<uint64_t> send(pg_connection& server, size_t first, size_t count) override;

  std::string failed_column(pg_connection& server, size_t row, std::string_view sqlstate,
                            const error& why) override;

  // -- for a COPY that goes on over many pages --------------------------------

  [[nodiscard]] const std::string& statement() const noexcept {
    return statement_;
  }

  [[nodiscard]] const std::vector<size_t>& columns() const noexcept {
    return columns_;
  }

  /// The lines of all rows.
  [[nodiscard]] std::string_view lines() const noexcept {
    return lines_.view();
  }

  void clear() noexcept {
    lines_.clear();
    ends_.clear();
  }

private:
  expected<void> add_cell(const pg_column& column, const value& cell);

  const std::vector<pg_column>& all_;
  std::vector<size_t> columns_;
  pg_cell_text& texts_;
  std::string statement_;
  byte_buffer lines_;
  byte_buffer text_;         ///< one cell
  std::vector<size_t> ends_; ///< of each line
  std::string failed_column_;
};

} // namespace faucet
