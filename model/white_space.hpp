#pragma once

#include <string_view>

namespace faucet {

/// What C counts as white space.
inline constexpr std::string_view white_space = " \t\n\v\f\r";

/// What is left without white space on either side.
constexpr std::string_view without_white_space(std::string_view text) noexcept {
  auto first = text.find_first_not_of(white_space);
  return first == std::string_view::npos
           ? std::string_view{}
           : text.substr(first, text.find_last_not_of(white_space) - first + 1);
}

} // namespace faucet
