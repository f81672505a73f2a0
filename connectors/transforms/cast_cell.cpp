#include "connectors/transforms/cast_cell.hpp"

#include "connectors/transforms/exact_number.hpp"
#include "connectors/transforms/timestamp_text.hpp"
#include "connectors/transforms/unicode_text.hpp"
#include "model/base64.hpp"
#include "model/number_format.hpp"

#include <algorithm>

namespace faucet {

namespace {

std::optional<value> to_bool(const value& from) {
  if (from.kind() == kind::boolean) {
    return from;
  }
  if (from.kind() == kind::int64 && (from.as_int() == 0 || from.as_int() == 1)) {
    return value::of_bool(from.as_int() == 1);
  }
  if (!from.is_string()) {
    return std::nullopt;
  }
  constexpr std::array<std::pair<std::string_view, bool>, 8> texts{{{"true", true},
                                                                    {"false", false},
                                                                    {"1", true},
                                                                    {"0", false},
                                                                    {"yes", true},
                                                                    {"no", false},
                                                                    {"y", true},
                                                                    {"n", false}}};
  auto same = [](char lhs, char rhs) { return (lhs >= 'A' && lhs <= 'Z' ? lhs + 32 : lhs) == rhs; };
  auto text = trimmed(from.as_text());
  for (const auto& [known, meaning] : texts) {
    if (std::ranges::equal(text, known, same)) {
      return value::of_bool(meaning);
    }
  }
  return std::nullopt;
}

template <class T>
value number_text_cell(T x, page_builder& out) {
  std::array<char, longest_number> digits;
  auto* end = write_number(digits.data(), x);
  return out.string({digits.data(), static_cast<size_t>(end - digits.data())});
}

std::optional<value> to_text(const value& from, page_builder& out) {
  switch (from.kind()) {
    case kind::boolean:
      return value::of_string(from.as_bool() ? "true" : "false");
    case kind::int64:
      return number_text_cell(from.as_int(), out);
    case kind::uint64:
      return number_text_cell(from.as_uint(), out);
    case kind::float64:
      return number_text_cell(from.as_double(), out);
    case kind::decimal:
    case kind::string:
      return value::of_string(from.as_text());
    case kind::bytes: {
      auto size = base64_size(from.as_text().size());
      auto* text = static_cast<char*>(out.memory().allocate(size));
      write_base64(text, from.as_text());
      return value::of_string({text, size});
    }
    default:
      return std::nullopt;
  }
}

std::optional<value> to_timestamp(const value& from, page_builder& out) {
  if (!from.is_string()) {
    return std::nullopt;
  }
  auto canonical = canonical_timestamp(from.as_text(), out);
  return canonical ? std::optional{value::of_string(*canonical)} : std::nullopt;
}

} // namespace

std::optional<value> cast_cell(const value& from, cast_type to, page_builder& out) {
  switch (to) {
    case cast_type::integer:
      return exact_integer(from, out);
    case cast_type::floating:
      return exact_fraction(from, out);
    case cast_type::boolean:
      return to_bool(from);
    case cast_type::text:
      return to_text(from, out);
    case cast_type::timestamp:
      return to_timestamp(from, out);
  }
  return std::nullopt;
}

} // namespace faucet
