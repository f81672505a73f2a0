#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace faucet {

/// Rows as one parameter of a statement, which takes them apart by {rows $1: …}. A column that a
/// row does not name is NULL in it. What is not UTF-8 in a text, and zero bytes, become U+FFFD: no
/// database takes them.
class row_list {
public:
  /// Begins a row.
  row_list& add();

  row_list& text(std::string_view column, std::string_view utf8);

  /// NULL in place of an empty text.
  row_list& text_or_null(std::string_view column, std::string_view utf8) {
    return utf8.empty() ? *this : text(column, utf8);
  }

  row_list& number(std::string_view column, uint64_t x);

  [[nodiscard]] bool empty() const noexcept {
    return size_ == 0;
  }

  /// The parameter.
  [[nodiscard]] std::string finish() const;

private:
  row_list& field(std::string_view column, std::string_view json);

  std::string text_;
  size_t size_ = 0;
  bool in_row_ = false; ///< whether the row has a field already
};

} // namespace faucet
