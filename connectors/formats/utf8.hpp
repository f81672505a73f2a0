#pragma once

#include "config/options.hpp"

#include <array>
#include <string>
#include <string_view>

namespace faucet {

/// What to do with text that is not UTF-8.
enum class invalid_utf8 { refuse, replace };

constexpr std::array<enum_name<invalid_utf8>, 2> enum_names(invalid_utf8) {
  return {{{"error", invalid_utf8::refuse}, {"replace", invalid_utf8::replace}}};
}

inline void invalid_utf8_field(option_visitor& v, invalid_utf8& policy) {
  v.field("invalid_utf8", policy, invalid_utf8::refuse,
          "What to do with bytes that are not UTF-8: end with an error that names the line, or "
          "replace them by U+FFFD.");
}

bool is_utf8(std::string_view text) noexcept;

/// Length of the valid text at the start of `bytes`.
size_t valid_utf8_prefix(std::string_view bytes) noexcept;

/// Length of a character at the end of `bytes` that is cut short, 0 to 3.
size_t cut_utf8_suffix(std::string_view bytes) noexcept;

/// The text with one U+FFFD for each longest piece of it that begins a character and breaks off,
/// and for each other byte that is not UTF-8.
std::string with_utf8_replaced(std::string_view bytes);

} // namespace faucet
