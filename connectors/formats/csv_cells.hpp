#pragma once

#include "connectors/formats/csv_characters.hpp"
#include "model/json_writer.hpp"

namespace faucet {

/// Writes values as cells of a CSV row. Null is empty, lists and objects are compact JSON, bytes
/// base64; everything else is its text. Only what needs quotes gets them.
class csv_cells {
public:
  explicit csv_cells(csv_characters characters) : characters_(characters) {
    // nop
  }

  void append(byte_buffer& out, const value& cell);
  void append_text(byte_buffer& out, std::string_view text);

  /// An empty cell with something to see, for rows that have no other.
  void append_quotes(byte_buffer& out);

private:
  csv_characters characters_;
  json_writer json_;
  byte_buffer scratch_;
};

} // namespace faucet
