#pragma once

#include <cstddef>
#include <string_view>

namespace faucet::detail {

/// Bytes that escaping `text` takes at most, quotes included, with slack for whole-block stores.
constexpr size_t escaped_bound(size_t text_size) noexcept {
  return text_size * 6 + 34;
}

/// Writes `text` as a JSON string with its quotes: only quote, backslash and control characters
/// are escaped. Needs `escaped_bound` bytes of room. Returns the end.
char* write_escaped(char* to, std::string_view text) noexcept;

/// The same without the quotes.
char* write_escaped_body(char* to, std::string_view text) noexcept;

} // namespace faucet::detail
