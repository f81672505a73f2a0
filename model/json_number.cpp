#include "model/json_number.hpp"

#include <charconv>

namespace faucet {

namespace {

size_t count_digits(std::string_view text, size_t from) noexcept {
  auto at = from;
  while (at < text.size() && text[at] >= '0' && text[at] <= '9') {
    ++at;
  }
  return at - from;
}

/// Length of what stands at `at`: a fraction or nothing; npos where it is cut short.
size_t fraction(std::string_view text, size_t at) noexcept {
  if (at == text.size() || text[at] != '.') {
    return 0;
  }
  auto count = count_digits(text, at + 1);
  return count == 0 ? std::string_view::npos : count + 1;
}

size_t exponent(std::string_view text, size_t at) noexcept {
  if (at == text.size() || (text[at] != 'e' && text[at] != 'E')) {
    return 0;
  }
  size_t sign = at + 1 < text.size() && (text[at + 1] == '+' || text[at + 1] == '-') ? 1 : 0;
  auto count = count_digits(text, at + 1 + sign);
  return count == 0 ? std::string_view::npos : count + 1 + sign;
}

template <class T>
std::optional<T> integer(std::string_view text) noexcept {
  T result = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), result);
  return failure == std::errc{} ? std::optional<T>{result} : std::nullopt;
}

} // namespace

std::optional<value> parse_json_number(std::string_view text) noexcept {
  constexpr auto none = std::string_view::npos;
  size_t sign = !text.empty() && text[0] == '-' ? 1 : 0;
  auto whole = count_digits(text, sign);
  if (whole == 0 || (whole > 1 && text[sign] == '0')) {
    return std::nullopt;
  }
  auto at = sign + whole;
  auto is_integer = at == text.size();
  if (is_integer && !(sign == 1 && text[1] == '0')) {
    if (auto x = integer<int64_t>(text)) {
      return value::of_int(*x);
    }
    if (auto x = integer<uint64_t>(text)) {
      return value::of_uint(*x);
    }
  }
  for (auto part : {&fraction, &exponent}) {
    auto size = part(text, at);
    if (size == none) {
      return std::nullopt;
    }
    at += size;
  }
  return at == text.size() ? std::optional{value::of_decimal(text)} : std::nullopt;
}

} // namespace faucet
