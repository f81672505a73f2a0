#pragma once

#include "connectors/formats/csv_dialect.hpp"
#include "connectors/formats/csv_scanner.hpp"
#include "connectors/formats/record_reader.hpp"
#include "connectors/formats/text_reader.hpp"

namespace faucet {

/// Reads CSV: one object a row, whose cells are strings or null. A file without rows has no
/// records.
class csv_reader final : public record_reader {
public:
  csv_reader(text_reader text, csv_dialect dialect);

  expected<bool> fill(page_builder& into, size_t max_rows) override;

private:
  expected<void> read_header(page_builder& into);
  expected<bool> add_row(page_builder& into);
  expected<bool> scan_row(page_builder& into);
  expected<bool> skip_blank_lines();
  expected<void> more();
  expected<void> name_columns();
  expected<shape_ptr> ragged_columns();
  [[nodiscard]] bool is_null(std::string_view text) const noexcept;

  text_reader text_;
  csv_dialect dialect_;
  csv_scanner scanner_;
  std::vector<value> cells_; ///< of the row scanned last
  const char* row_end_ = nullptr;
  shape_ptr columns_;              ///< of a row as it should be; none before the first row
  std::vector<std::string> names_; ///< of as many columns as any row had
  shape_table ragged_shapes_;
  bool started_ = false;
};

} // namespace faucet
