#pragma once

#include "connectors/bytes/byte_writer.hpp"
#include "connectors/formats/csv_cells.hpp"

namespace faucet {

/// Adds cells to all rows of a CSV file: `first` behind the first row, `others` behind each other
/// one. The file under the final name changes with the next flush only.
expected<void> widen_rows(byte_writer& file, csv_characters characters, std::string_view first,
                          std::string_view others);

} // namespace faucet
