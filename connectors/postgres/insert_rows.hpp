#pragma once

#include "connectors/postgres/row_sender.hpp"

namespace faucet {

/// A statement that takes as many rows as there are: each column is one parameter, an array of
/// texts that the server turns into the column's type. So no number of rows comes near the bound of
/// 65,535 parameters, and one plan serves them all.
struct pg_array_statement {
  std::string sql;
  std::vector<size_t> columns; ///< one parameter each
};

/// INSERT; with a key, rows of the same key are updated.
pg_array_statement insert_statement(const pg_relation& table, std::vector<size_t> columns,
                                    std::span<const std::string> key);

/// DELETE of the rows with these keys, which are columns of the table.
pg_array_statement delete_statement(const pg_relation& table, std::span<const std::string> key);

/// Rows as arrays of texts for such a statement.
class pg_array_rows final : public pg_row_sender {
public:
  /// `table` and `texts` outlive the rows.
  pg_array_rows(const pg_relation& table, pg_array_statement statement, pg_cell_text& texts);

  expected<void> add(const pg_field_places& from) override;

  [[nodiscard]] size_t size() const noexcept override {
    return columns_.empty() ? 0 : cells_.size() / columns_.size();
  }

  expected<uint64_t> send(pg_connection& server, size_t first, size_t count) override;

  /// Tries each column by itself.
  std::string failed_column(pg_connection& server, size_t row, std::string_view sqlstate,
                            const error& why) override;

private:
  struct cell_text {
    size_t start;
    size_t size; ///< npos = NULL
  };

  static constexpr auto null = static_cast<size_t>(-1);

  /// The texts of one column as an array in the server's binary form.
  void append_array(byte_buffer& out, size_t column, size_t first, size_t count) const;

  const pg_relation& table_;
  std::string sql_;
  std::vector<size_t> columns_;
  pg_cell_text& texts_;
  byte_buffer text_;
  std::vector<cell_text> cells_; ///< row by row
  byte_buffer arrays_;
};

} // namespace faucet
