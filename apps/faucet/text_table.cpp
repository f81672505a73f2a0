#include "apps/faucet/text_table.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// Characters, not bytes.
size_t width_of(const std::string& utf8) {
  return static_cast<size_t>(std::ranges::count_if(
    utf8, [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; }));
}

} // namespace

std::string printable(std::string text) {
  std::ranges::replace_if(
    text, [](unsigned char c) { return c < 0x20 || c == 0x7F; }, '?');
  return text;
}

std::vector<size_t> column_widths(const text_rows& rows) {
  std::vector<size_t> result;
  for (const auto& row : rows) {
    result.resize(std::max(result.size(), row.size()));
    for (size_t i = 0; i < row.size(); ++i) {
      result[i] = std::max(result[i], width_of(row[i]));
    }
  }
  return result;
}

std::string table_line(const std::vector<std::string>& cells, const std::vector<size_t>& widths) {
  std::string result = " ";
  for (size_t i = 0; i < cells.size(); ++i) {
    result += " " + printable(cells[i]);
    if (i + 1 < cells.size()) {
      result += std::string(widths[i] - width_of(cells[i]) + 1, ' ');
    }
  }
  return result + "\n";
}

std::string text_table(const text_rows& rows) {
  auto widths = column_widths(rows);
  std::string result;
  for (const auto& row : rows) {
    result += table_line(row, widths);
  }
  return result;
}

} // namespace faucet
