#pragma once

#include <string>
#include <string_view>

namespace faucet {

/// True where the bytes are well-formed UTF-8: no overlong forms, surrogates or cut sequences.
bool is_utf8(std::string_view bytes) noexcept;

/// Length of the valid text at the start of `bytes`.
size_t valid_utf8_prefix(std::string_view bytes) noexcept;

/// Length of a character at the end of `bytes` that is cut short, 0 to 3.
size_t cut_utf8_suffix(std::string_view bytes) noexcept;

/// The text with one U+FFFD for each longest piece of it that begins a character and breaks off,
/// and for each other byte that is not UTF-8.
std::string with_utf8_replaced(std::string_view bytes);

/// A text of at most `longest` bytes as it is; of a longer one the beginning, cut between
/// characters, and "…".
std::string shortened(std::string_view utf8, size_t longest);

} // namespace faucet
