#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace faucet {

constexpr char ascii_lower(char c) noexcept {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

inline std::string ascii_lower(std::string_view text) {
  std::string result{text};
  std::ranges::transform(result, result.begin(), [](char c) { return ascii_lower(c); });
  return result;
}

/// Whether two texts differ in the case of letters at most, as names in HTTP may.
constexpr bool same_but_for_case(std::string_view left, std::string_view right) noexcept {
  auto lower = [](char c) { return ascii_lower(c); };
  return std::ranges::equal(left, right, {}, lower, lower);
}

/// Whether one of some names differs from a text in the case of letters at most.
template <class Names>
constexpr bool contains_but_for_case(const Names& names, std::string_view text) noexcept {
  return std::ranges::any_of(names, [&](const auto& x) { return same_but_for_case(x, text); });
}

} // namespace faucet
