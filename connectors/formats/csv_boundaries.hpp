#pragma once

#include "connectors/formats/csv_cells.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Tells where the records of CSV text end, character by character. Quotes count at the start of a
/// field only, as for a reader.
class csv_boundaries {
public:
  explicit csv_boundaries(csv_characters characters) noexcept : characters_(characters) {
    // nop
  }

  /// Looks at one more character; true where it ends a record.
  bool ends_record(char c) noexcept {
    if (place_ == place::quoted) {
      place_ = c == characters_.quote ? place::behind_quote : place::quoted;
      return false;
    }
    if (c == '\n') {
      place_ = place::field_start;
      fields_ = 1;
      return true;
    }
    if (c == characters_.delimiter) {
      place_ = place::field_start;
      ++fields_;
    } else if (c == characters_.quote && place_ != place::plain) {
      place_ = place::quoted;
    } else {
      place_ = place::plain;
    }
    return false;
  }

  /// Fields of the current record so far, the current one included.
  [[nodiscard]] size_t fields() const noexcept {
    return fields_;
  }

  [[nodiscard]] bool inside_quotes() const noexcept {
    return place_ == place::quoted;
  }

private:
  enum class place : uint8_t { field_start, plain, quoted, behind_quote };

  csv_characters characters_;
  place place_ = place::field_start;
  size_t fields_ = 1;
};

/// The fields of one record, without quotes and without its line end.
std::vector<std::string> split_csv_record(std::string_view record, csv_characters characters);

} // namespace faucet
