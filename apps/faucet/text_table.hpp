#pragma once

#include <string>
#include <vector>

namespace faucet {

/// Lines of a table, each with the same number of cells; the first is its head.
using text_rows = std::vector<std::vector<std::string>>;

/// A text without what would move a terminal's cursor or forge a line: such characters become
/// question marks.
std::string printable(std::string text);

/// How wide each column is, in characters.
std::vector<size_t> column_widths(const text_rows& rows);

/// One line with its cells, printable, below each other's, indented by two, with its line feed.
std::string table_line(const std::vector<std::string>& cells, const std::vector<size_t>& widths);

/// All lines.
std::string text_table(const text_rows& rows);

} // namespace faucet
