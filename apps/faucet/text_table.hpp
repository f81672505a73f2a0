#pragma once

#include <string>
#include <vector>

namespace faucet {

/// Lines of a table, each with the same number of cells; the first is its head.
using text_rows = std::vector<std::vector<std::string>>;

/// How wide each column is, in characters.
std::vector<size_t> column_widths(const text_rows& rows);

/// One line with its cells below each other's, indented by two, with its line feed. What would move
/// the cursor or forge a line is shown as a question mark.
std::string table_line(const std::vector<std::string>& cells, const std::vector<size_t>& widths);

/// All lines.
std::string text_table(const text_rows& rows);

} // namespace faucet
