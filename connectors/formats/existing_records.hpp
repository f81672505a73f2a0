#pragma once

#include "connectors/bytes/byte_writer.hpp"
#include "connectors/formats/csv_writer.hpp"

#include <string>
#include <vector>

namespace faucet {

// A file that is continued must end with a whole record. What a crash of whoever wrote it left
// half-written is mended: completed by a line end where the record is whole, else cut off with a
// warning.

using csv_columns = std::vector<std::string>;

/// JSON Lines: the last line is whole if it parses.
expected<void> mend_json_lines(byte_writer& file, compression how, const csv_writer::warner& warn);

/// Any text: the last line is taken as it is.
expected<void> mend_lines(byte_writer& file, compression how);

/// CSV: the last record is whole if its quotes are closed and it has as many fields as the first.
/// Returns the columns; none where the file has no header, or nothing at all.
expected<csv_columns> mend_csv(byte_writer& file, compression how, const csv_layout& layout,
                               const csv_writer::warner& warn);

/// The columns of a CSV file that is known to be whole.
expected<csv_columns> read_csv_columns(byte_writer& file, compression how,
                                       const csv_layout& layout);

/// A JSON array: takes its end off, so that records can follow. True where it holds none.
expected<bool> reopen_json_array(byte_writer& file);

} // namespace faucet
