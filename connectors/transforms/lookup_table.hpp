#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

#include <filesystem>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

namespace faucet {

/// Rows that are found by one of their fields. Numbers are found by value, and by a string that is
/// their plain text (1, 1.0 and "1" are one key); of rows with the same key the first counts. Rows
/// without the field, or with null in it, are never found.
class lookup_table {
public:
  lookup_table() = default;

  lookup_table(std::vector<page> rows, std::string_view field);

  /// Reads a file of JSON objects, one a line, decompressed by its ending.
  static expected<lookup_table> read(const std::filesystem::path& file, std::string_view field);

  /// The row of that key, or nullptr.
  const value* find(const value& key);

  /// What the rows live in, to be kept alive with whatever is taken from them.
  [[nodiscard]] const std::shared_ptr<const std::vector<page>>& rows() const noexcept {
    return rows_;
  }

private:
  struct hash {
    using is_transparent = void;

    size_t operator()(std::string_view text) const noexcept {
      return std::hash<std::string_view>{}(text);
    }
  };

  /// Puts the text that stands for a key in `key_`; false for null.
  bool make_key(const value& x);

  std::shared_ptr<const std::vector<page>> rows_;
  std::unordered_map<std::string, const value*, hash, std::equal_to<>> by_key_;
  std::string key_; // kept for its memory
};

} // namespace faucet
