#pragma once

#include "connectors/postgres/cell_text.hpp"
#include "connectors/postgres/field_places.hpp"

namespace faucet {

/// Rows in the form in which one statement takes them, and that statement. Any run of them can be
/// sent by itself, so that rows which the server refuses can be found.
class pg_row_sender {
public:
  virtual ~pg_row_sender() = default;

  /// Adds the selected record of `from`. A failure says which column and why; the record is then
  /// not among the rows.
  virtual expected<void> add(const pg_field_places& from) = 0;

  [[nodiscard]] virtual size_t size() const noexcept = 0;

  /// Has the server write some of the rows; gives how many it says it wrote.
  virtual expected<uint64_t> send(pg_connection& server, size_t first, size_t count) = 0;

  /// The column that the failed `send` of one row, the last one, was about, if that can be told.
  /// The transaction is back where it was before it.
  virtual std::string failed_column(pg_connection& server, size_t row, std::string_view sqlstate,
                                    const error& why) = 0;
};

/// A failure as one of a column's.
inline error about_column(std::string_view column, error why) {
  why.what = "column \"" + std::string{column} + "\": " + why.what;
  return why;
}

} // namespace faucet
