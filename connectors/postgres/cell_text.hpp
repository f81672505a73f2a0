#pragma once

#include "connectors/postgres/column.hpp"
#include "model/error.hpp"
#include "model/json_writer.hpp"

namespace faucet {

/// Writes cells as the text that PostgreSQL reads for a column. Keep one for many cells: it
/// remembers the keys of JSON objects.
class pg_cell_text {
public:
  explicit pg_cell_text(binary_encoding encoding) noexcept : encoding_(encoding) {
    // nop
  }

  /// Appends a cell, which must not be null. What a failure says is about the cell alone.
  expected<void> append(byte_buffer& out, const pg_column& column, const value& cell);

private:
  expected<void> append(byte_buffer& out, pg_column_kind kind, const value& cell);
  expected<void> append_string(byte_buffer& out, pg_column_kind kind, std::string_view text);
  expected<void> append_items(byte_buffer& out, pg_column_kind kind, std::span<const value> items);

  binary_encoding encoding_;
  json_writer json_;
};

} // namespace faucet
