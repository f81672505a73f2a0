#include "model/decimal.hpp"

#include "model/digit.hpp"
#include "model/fnv_hash.hpp"
#include "model/white_space.hpp"

#include <cstdint>
#include <limits>

namespace faucet {

namespace {

/// Takes a sign off the front; true for minus.
bool take_sign(std::string_view& text) noexcept {
  auto negative = text.starts_with('-');
  if (negative || text.starts_with('+')) {
    text.remove_prefix(1);
  }
  return negative;
}

/// Reads all of `text` as digits, no further than `furthest`.
std::optional<decimal::wide> read_exponent(std::string_view text, decimal::wide furthest) noexcept {
  auto negative = take_sign(text);
  if (text.empty()) {
    return std::nullopt;
  }
  decimal::wide result = 0;
  for (auto c : text) {
    if (!is_digit(c)) {
      return std::nullopt;
    }
    if (result <= furthest) {
      result = result * 10 + (c - '0');
    }
  }
  result = result > furthest ? furthest + 1 : result;
  return negative ? -result : result;
}

/// Compares two runs of digits as fractions, points left out.
std::strong_ordering compare_digits(std::string_view lhs, std::string_view rhs) noexcept {
  size_t i = 0;
  size_t j = 0;
  for (;; ++i, ++j) {
    i += i < lhs.size() && lhs[i] == '.';
    j += j < rhs.size() && rhs[j] == '.';
    if (i >= lhs.size() || j >= rhs.size()) { // both end in a digit above 0: the longer is greater
      return (i < lhs.size()) <=> (j < rhs.size());
    }
    if (lhs[i] != rhs[j]) {
      return lhs[i] <=> rhs[j];
    }
  }
}

} // namespace

std::optional<decimal> decimal::read(std::string_view text, wide furthest) noexcept {
  decimal result;
  text = without_white_space(text);
  result.negative_ = take_sign(text);
  constexpr auto none = std::string_view::npos;
  auto point = none;
  auto first = none; // of the digits above 0
  auto last = none;
  size_t count = 0;
  size_t at = 0;
  for (; at < text.size() && (is_digit(text[at]) || (text[at] == '.' && point == none)); ++at) {
    if (text[at] == '.') {
      point = at;
      continue;
    }
    ++count;
    if (text[at] != '0') {
      first = first == none ? at : first;
      last = at;
    }
  }
  if (count == 0) {
    return std::nullopt;
  }
  wide exponent = 0;
  auto end = at;
  if (at < text.size()) {
    if (text[at] != 'e' && text[at] != 'E') {
      return std::nullopt;
    }
    auto read = read_exponent(text.substr(at + 1), furthest);
    if (!read) {
      return std::nullopt;
    }
    exponent = *read;
  }
  // The least int64 is one further from 0 than the greatest.
  if (exponent > furthest || exponent < -furthest - 1) {
    return std::nullopt;
  }
  if (first == none) {
    return decimal{};
  }
  result.digits_ = text.substr(first, last - first + 1);
  auto units = point == none ? end : point; // where the fraction begins
  result.magnitude_ = first < units ? exponent + static_cast<wide>(units - first)
                                    : exponent - static_cast<wide>(first - units - 1);
  return result;
}

std::optional<decimal> decimal::parse(std::string_view text) noexcept {
  constexpr wide furthest = std::numeric_limits<int64_t>::max();
  return read(text, furthest);
}

decimal decimal::of_number(std::string_view text) noexcept {
  constexpr wide furthest = wide{1'000'000'000'000'000} * 1'000'000'000'000'000;
  if (auto result = read(text, furthest)) {
    return *result;
  }
  auto mantissa = read(text.substr(0, text.find_first_of("eE")), furthest);
  if (!mantissa || mantissa->digits_.empty()) {
    return decimal{};
  }
  auto tiny = text.substr(text.find_first_of("eE") + 1).starts_with('-');
  mantissa->magnitude_ += tiny ? -furthest : furthest;
  return *mantissa;
}

std::strong_ordering operator<=>(const decimal& lhs, const decimal& rhs) noexcept {
  auto sign = [](const decimal& x) { return x.digits_.empty() ? 0 : (x.negative_ ? -1 : 1); };
  if (auto order = sign(lhs) <=> sign(rhs); order != 0 || sign(lhs) == 0) {
    return order;
  }
  auto order = lhs.magnitude_ <=> rhs.magnitude_;
  if (order == 0) {
    order = compare_digits(lhs.digits_, rhs.digits_);
  }
  return lhs.negative_ ? 0 <=> order : order;
}

size_t decimal::hash() const noexcept {
  uint64_t result = fnv_basis ^ static_cast<uint64_t>(magnitude_);
  result = (result ^ static_cast<uint64_t>(negative_)) * fnv_prime;
  for (auto c : digits_) {
    result = c == '.' ? result : (result ^ static_cast<uint8_t>(c)) * fnv_prime;
  }
  return result ^ (result >> 32);
}

} // namespace faucet
