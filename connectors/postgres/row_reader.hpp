#pragma once

#include "connectors/postgres/cell_reader.hpp"

namespace faucet {

/// The columns of a query, and records made of its rows.
class pg_row_reader {
public:
  /// `columns` describes the query. Two columns of one name are refused. A column named `hidden` is
  /// left out of the records.
  static expected<pg_row_reader> make(const pg_result& columns, std::string_view hidden,
                                      big_numbers policy, pg_connection& server);

  [[nodiscard]] const shape_ptr& fields() const noexcept {
    return fields_;
  }

  /// The type of a column that is there.
  [[nodiscard]] const pg_type& type(std::string_view name) const noexcept;

  /// The record of a result's only row, in the page under construction; not yet added to it.
  expected<value> read(const pg_result& row, page_builder& page);

private:
  struct column {
    std::string name;
    pg_type_ptr type;
    bool hidden;
  };

  pg_row_reader(std::vector<column> columns, pg_cell_reader cells);

  std::vector<column> columns_;
  pg_cell_reader cells_;
  shape_ptr fields_;
  uint64_t rows_ = 0;
};

} // namespace faucet
