#include "config/plain_scalar.hpp"

#include "model/digit.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace faucet {

namespace {

/// Takes the digits at the front of `text`.
std::string_view take_digits(std::string_view& text) {
  auto end = static_cast<size_t>(std::ranges::find_if_not(text, is_digit) - text.begin());
  auto result = text.substr(0, end);
  text.remove_prefix(end);
  return result;
}

/// The integer that `digits` and a sign make; a number_text where 64 bits do not hold it.
std::optional<node::content_type> integer_of(bool negative, std::string_view digits, int base) {
  auto signed_text = (negative ? "-" : "") + std::string{digits};
  const auto* begin = signed_text.data();
  const auto* end = begin + signed_text.size();
  if (signed_text == "-0") {
    return number_text{signed_text};
  }
  int64_t x = 0;
  if (auto [stop, status] = std::from_chars(begin, end, x, base);
      stop == end && status == std::errc{}) {
    return x;
  }
  uint64_t u = 0;
  if (auto [stop, status] = std::from_chars(begin, end, u, base);
      stop == end && status == std::errc{}) {
    return u;
  }
  if (base == 10) {
    return number_text{signed_text};
  }
  return std::nullopt;
}

std::optional<int> base_of(std::string_view text) {
  static constexpr std::array<std::pair<std::string_view, int>, 3> prefixes{
    {{"0x", 16}, {"0o", 8}, {"0b", 2}}};
  for (auto [prefix, base] : prefixes) {
    if (text.size() > prefix.size() && text.starts_with(prefix) && text[2] != '-') {
      return base;
    }
  }
  return std::nullopt;
}

/// Text after the whole part of a number: a fraction and an exponent, both optional.
std::optional<node::content_type> fraction_of(bool negative, std::string_view whole,
                                              std::string_view rest) {
  std::string_view fraction;
  auto has_point = rest.starts_with('.');
  if (has_point) {
    rest.remove_prefix(1);
    fraction = take_digits(rest);
  }
  if (whole.empty() && fraction.empty()) {
    return std::nullopt;
  }
  std::string exponent;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    exponent = rest.front();
    rest.remove_prefix(1);
    if (rest.starts_with('+') || rest.starts_with('-')) {
      exponent += rest.front();
      rest.remove_prefix(1);
    }
    auto digits = take_digits(rest);
    if (digits.empty()) {
      return std::nullopt;
    }
    exponent += digits;
  }
  if (!rest.empty()) {
    return std::nullopt;
  }
  while (whole.size() > 1 && whole.front() == '0') {
    whole.remove_prefix(1);
  }
  std::string result = negative ? "-" : "";
  result += whole.empty() ? "0" : whole;
  if (has_point) {
    result += ".";
    result += fraction.empty() ? "0" : fraction;
  }
  return number_text{result + exponent};
}

} // namespace

std::optional<node::content_type> number_of(std::string_view text) {
  auto negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  if (auto base = base_of(text)) {
    return integer_of(negative, text.substr(2), *base);
  }
  auto rest = text;
  auto whole = take_digits(rest);
  if (!rest.empty()) {
    return fraction_of(negative, whole, rest);
  }
  if (whole.empty() || (whole.size() > 1 && whole.front() == '0')) {
    return std::nullopt;
  }
  return integer_of(negative, whole, 10);
}

expected<node::content_type> plain_scalar(std::string_view text) {
  static constexpr std::array<std::string_view, 5> nulls{"", "~", "null", "Null", "NULL"};
  static constexpr std::array<std::string_view, 6> bools{"true",  "True",  "TRUE",
                                                         "false", "False", "FALSE"};
  static constexpr std::array<std::string_view, 6> no_numbers{".inf", ".Inf", ".INF",
                                                              ".nan", ".NaN", ".NAN"};
  if (std::ranges::find(nulls, text) != nulls.end()) {
    return node::content_type{};
  }
  if (const auto* found = std::ranges::find(bools, text); found != bools.end()) {
    return node::content_type{found - bools.begin() < 3};
  }
  if (auto number = number_of(text)) {
    return std::move(*number);
  }
  auto unsigned_text = text;
  if (text.starts_with('-') || text.starts_with('+')) {
    unsigned_text.remove_prefix(1);
  }
  if (std::ranges::find(no_numbers, unsigned_text) != no_numbers.end()) {
    return fail(ec::invalid_config,
                std::string{text}
                  + " is not supported: numbers must be finite; put quotes around "
                    "it where text is meant");
  }
  return node::content_type{std::string{text}};
}

} // namespace faucet
