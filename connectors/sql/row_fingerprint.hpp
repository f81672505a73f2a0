#pragma once

#include "model/canonical_json.hpp"

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace faucet {

/// Tells rows apart by their content, whatever the order of their fields: two 64-bit hashes
/// (FNV-1a) of the row's canonical JSON. It is stored in bookmarks, so it never changes.
struct row_fingerprint {
  uint64_t first = 0;
  uint64_t second = 0;

  friend auto operator<=>(const row_fingerprint&, const row_fingerprint&) = default;
};

/// 32 lower-case hexadecimal digits; they sort like the fingerprints.
std::string to_string(const row_fingerprint& x);

/// Nothing where the text is none that to_string wrote.
std::optional<row_fingerprint> parse_row_fingerprint(std::string_view text) noexcept;

/// Takes the fingerprints of rows. Keep one for many rows.
class row_fingerprinter {
public:
  row_fingerprint operator()(const value& row);

private:
  canonical_json_writer writer_;
  byte_buffer text_; ///< of one row
};

} // namespace faucet
