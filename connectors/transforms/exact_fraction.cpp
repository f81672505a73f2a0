#include "connectors/transforms/exact_number.hpp"
#include "connectors/transforms/number_parts.hpp"
#include "connectors/transforms/unicode_text.hpp"
#include "model/decimal.hpp"
#include "model/number_format.hpp"

#include <array>
#include <charconv>

namespace faucet {

namespace {

bool fits_double(std::string_view text, const number_parts& x) noexcept {
  constexpr size_t surely_fits = 300;
  if (x.exponent.empty() && x.whole.size() <= surely_fits) {
    return true;
  }
  double ignored = 0;
  auto [end, failure] = std::from_chars(text.data(), text.data() + text.size(), ignored);
  if (failure != std::errc::result_out_of_range) {
    return failure == std::errc{};
  }
  text.remove_prefix(x.negative ? 1 : 0);
  return decimal::of_number(text) < decimal::of_number("1"); // near 0, not beyond the greatest
}

std::optional<value> fraction_cell(std::string_view text, page_builder& out) {
  auto x = split_number(text);
  if (!x) {
    return std::nullopt;
  }
  auto whole = without_leading_zeros(x->whole);
  whole = whole.empty() ? "0" : whole;
  auto is_whole = x->fraction.empty() && x->exponent.empty();
  auto is_canonical = !is_whole && !x->has_plus && whole.size() == x->whole.size()
                      && x->has_point == !x->fraction.empty();
  if (!is_canonical) {
    text = joined({x->negative ? "-" : "", whole, is_whole || !x->fraction.empty() ? "." : "",
                   is_whole ? "0" : x->fraction, x->exponent},
                  out);
  }
  return fits_double(text, *x) ? std::optional{value::of_decimal(text)} : std::nullopt;
}

template <class T>
value with_point(T x, page_builder& out) {
  std::array<char, longest_number> digits;
  auto* end = write_number(digits.data(), x);
  auto size = static_cast<size_t>(end - digits.data());
  return value::of_decimal(joined({{digits.data(), size}, ".0"}, out));
}

} // namespace

std::optional<value> exact_fraction(const value& from, page_builder& out) {
  switch (from.kind()) {
    case kind::boolean:
      return value::of_decimal(from.as_bool() ? "1.0" : "0.0");
    case kind::int64:
      return with_point(from.as_int(), out);
    case kind::uint64:
      return with_point(from.as_uint(), out);
    case kind::float64:
      return from;
    case kind::decimal:
      return fraction_cell(from.as_text(), out);
    case kind::string:
      return fraction_cell(trimmed(from.as_text()), out);
    default:
      return std::nullopt;
  }
}

} // namespace faucet
