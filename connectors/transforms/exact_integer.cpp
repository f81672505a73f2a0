#include "connectors/transforms/exact_number.hpp"
#include "connectors/transforms/number_parts.hpp"
#include "connectors/transforms/unicode_text.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>

namespace faucet {

namespace {

constexpr int64_t most_digits = 1000;

bool all_zero(std::string_view digits) noexcept {
  return digits.find_first_not_of('0') == std::string_view::npos;
}

value integer_cell(bool negative, std::string_view digits, page_builder& out) {
  digits = without_leading_zeros(digits);
  if (digits.empty()) {
    return value::of_int(0);
  }
  uint64_t magnitude = 0;
  auto [end, failure] = std::from_chars(digits.data(), digits.data() + digits.size(), magnitude);
  constexpr auto limit = uint64_t{1} << 63U; // one more than the greatest int64
  if (failure == std::errc{} && !negative) {
    return value::of_uint(magnitude);
  }
  if (failure == std::errc{} && magnitude <= limit) {
    return value::of_int(static_cast<int64_t>(0 - magnitude));
  }
  return value::of_decimal(joined({negative ? "-" : "", digits}, out));
}

/// The exponent, brought into the range that matters here.
int64_t exponent_of(const number_parts& x) noexcept {
  if (x.exponent.empty()) {
    return 0;
  }
  auto text = x.exponent.substr(1);
  text.remove_prefix(text.starts_with('+') ? 1 : 0);
  int64_t result = 0;
  constexpr auto furthest = std::numeric_limits<int64_t>::max() / 2;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), result);
  if (failure != std::errc{}) {
    result = text.starts_with('-') ? -furthest : furthest;
  }
  return std::clamp(result, -furthest, furthest);
}

std::optional<value> whole_number(const number_parts& x, page_builder& out) {
  if (all_zero(x.whole) && all_zero(x.fraction)) {
    return value::of_int(0);
  }
  auto exponent = exponent_of(x);
  auto size = static_cast<int64_t>(x.whole.size()) + exponent; // digits before the moved point
  if (size <= 0 || size > most_digits) {
    return std::nullopt;
  }
  auto kept = static_cast<size_t>(size);
  if (exponent <= 0) {
    auto is_whole = all_zero(x.whole.substr(kept)) && all_zero(x.fraction);
    return is_whole ? std::optional{integer_cell(x.negative, x.whole.substr(0, kept), out)}
                    : std::nullopt;
  }
  auto moved = std::min(static_cast<size_t>(exponent), x.fraction.size());
  if (!all_zero(x.fraction.substr(moved))) {
    return std::nullopt;
  }
  std::array<char, most_digits> digits;
  auto* end = std::ranges::copy(x.whole, digits.data()).out;
  end = std::ranges::copy(x.fraction.substr(0, moved), end).out;
  std::fill(end, digits.data() + kept, '0');
  return integer_cell(x.negative, {digits.data(), kept}, out);
}

std::optional<value> whole_double(double x, page_builder& out) {
  std::array<char, 512> digits; // the longest has 309
  auto [end, failure] =
    std::to_chars(digits.data(), digits.data() + digits.size(), x, std::chars_format::fixed);
  if (failure != std::errc{}) {
    return std::nullopt;
  }
  auto parts = split_number({digits.data(), static_cast<size_t>(end - digits.data())});
  return parts ? whole_number(*parts, out) : std::nullopt;
}

} // namespace

std::optional<value> exact_integer(const value& from, page_builder& out) {
  switch (from.kind()) {
    case kind::boolean:
      return value::of_int(from.as_bool() ? 1 : 0);
    case kind::int64:
    case kind::uint64:
      return from;
    case kind::float64:
      return whole_double(from.as_double(), out);
    case kind::decimal: {
      auto parts = split_number(from.as_text());
      return parts ? whole_number(*parts, out) : std::nullopt;
    }
    case kind::string: {
      auto parts = split_number(trimmed(from.as_text()));
      auto is_digits = parts && !parts->has_point && parts->exponent.empty();
      return is_digits ? whole_number(*parts, out) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

} // namespace faucet
