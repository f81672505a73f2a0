#pragma once

#include "connectors/formats/byte_finder.hpp"
#include "model/arena.hpp"
#include "model/value.hpp"

#include <vector>

namespace faucet {

/// Splits text into the fields of CSV records by RFC 4180. A record ends with LF, CR LF or CR. As
/// widely done, a quote within a field that does not start with one is an ordinary character, and
/// so is all that follows the closing quote of a field.
class csv_scanner {
public:
  enum class outcome {
    record,
    cut_short,       ///< The text ends before the record does.
    open_quote,      ///< The text ends, for good, within a quoted field.
    too_many_fields, ///< More than max_fields.
  };

  static constexpr size_t max_fields = size_t{1} << 16;

  csv_scanner(char delimiter, char quote) noexcept
    : delimiter_(delimiter), quote_(quote), ends_({delimiter, '\n', '\r'}) {
    // nop
  }

  /// The text up to `end`; nothing follows it where `is_last`. byte_window bytes behind it must be
  /// readable.
  void start(const char* end, bool is_last) noexcept;

  /// Passes over line ends: blank lines are no records.
  [[nodiscard]] const char* skip_blank_lines(const char* at) const noexcept {
    while (at != end_ && (*at == '\n' || *at == '\r')) {
      ++at;
    }
    return at;
  }

  /// The record at `at`, which is moved behind its end, where there is one. Fields point into the
  /// text, or into `memory` where quotes had to be taken out.
  outcome scan(const char*& at, std::vector<value>& fields, arena& memory);

  /// Where the field scanned last begins.
  [[nodiscard]] const char* field_start() const noexcept {
    return field_start_;
  }

private:
  outcome scan_quoted(const char*& at, value& field, arena& memory);
  const char* find_closing(const char* at, bool& has_pairs) const noexcept;

  [[nodiscard]] bool ends_field(char byte) const noexcept {
    return byte == delimiter_ || byte == '\n' || byte == '\r';
  }

  char delimiter_;
  char quote_;
  byte_finder<3> ends_;
  const char* end_ = nullptr;
  const char* field_start_ = nullptr;
  bool is_last_ = false;
};

} // namespace faucet
