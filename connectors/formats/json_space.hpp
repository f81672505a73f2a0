#pragma once

#include <string_view>

namespace faucet {

/// What may stand between the parts of JSON text.
constexpr bool is_json_space(char c) noexcept {
  return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

constexpr std::string_view without_leading_json_space(std::string_view text) noexcept {
  while (!text.empty() && is_json_space(text.front())) {
    text.remove_prefix(1);
  }
  return text;
}

/// Without the space at both ends.
constexpr std::string_view without_json_space(std::string_view text) noexcept {
  text = without_leading_json_space(text);
  while (!text.empty() && is_json_space(text.back())) {
    text.remove_suffix(1);
  }
  return text;
}

} // namespace faucet
