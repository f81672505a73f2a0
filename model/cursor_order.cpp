#include "model/cursor_order.hpp"

#include "model/base64.hpp"
#include "model/canonical_json.hpp"
#include "model/number_order.hpp"
#include "model/timestamp.hpp"

#include <algorithm>
#include <optional>

namespace faucet {

namespace {

constexpr std::string_view white_space = " \t\n\v\f\r";

/// Where a type stands in the order.
int rank(const value& x) noexcept {
  switch (x.kind()) {
    case kind::null:
      return 0;
    case kind::boolean:
      return 1;
    case kind::string:
    case kind::bytes: // in JSON both are strings
      return 3;
    case kind::list:
      return 4;
    case kind::object:
      return 5;
    default:
      return 2;
  }
}

std::optional<timestamp> time_in(std::string_view text) noexcept {
  auto begin = text.find_first_not_of(white_space);
  if (begin == std::string_view::npos) {
    return std::nullopt;
  }
  auto result = parse_timestamp(text.substr(begin, text.find_last_not_of(white_space) + 1 - begin));
  return result && result->has_time ? result : std::nullopt;
}

std::strong_ordering compare_texts(std::string_view lhs, std::string_view rhs) noexcept {
  if (auto left = decimal::parse(lhs)) {
    if (auto right = decimal::parse(rhs)) {
      return *left <=> *right;
    }
  }
  if (auto left = time_in(lhs)) {
    auto right = time_in(rhs);
    if (right && left->offset.has_value() == right->offset.has_value()) {
      return compare_moments(*left, *right);
    }
  }
  return lhs <=> rhs;
}

std::string json_text_of(const value& x) {
  std::string result;
  append_canonical_json(result, x);
  return result;
}

/// Bytes and strings, as they stand in JSON.
std::strong_ordering compare_strings(const value& lhs, const value& rhs) {
  if (lhs.is_string() && rhs.is_string()) {
    return compare_texts(lhs.as_text(), rhs.as_text());
  }
  std::string memory[2];
  auto text = [](const value& x, std::string& into) -> std::string_view {
    if (x.is_string()) {
      return x.as_text();
    }
    into.resize(base64_size(x.as_text().size()));
    write_base64(into.data(), x.as_text());
    return into;
  };
  return compare_texts(text(lhs, memory[0]), text(rhs, memory[1]));
}

std::strong_ordering compare_lists(std::span<const value> lhs, std::span<const value> rhs) {
  for (size_t i = 0; i < std::min(lhs.size(), rhs.size()); ++i) {
    if (auto order = compare_cursors(lhs[i], rhs[i]); order != 0) {
      return order;
    }
  }
  return lhs.size() <=> rhs.size();
}

/// A number and a string; nothing where the string is no number.
std::optional<std::strong_ordering> compare_mixed(const value& number, const value& text) noexcept {
  auto right = decimal::parse(text.as_text());
  return right ? std::optional{decimal_of{number}.number() <=> *right} : std::nullopt;
}

} // namespace

std::strong_ordering compare_cursors(const value& lhs, const value& rhs) {
  if (lhs.is_number() && rhs.is_string()) {
    return compare_mixed(lhs, rhs).value_or(std::strong_ordering::less);
  }
  if (lhs.is_string() && rhs.is_number()) {
    return 0 <=> compare_mixed(rhs, lhs).value_or(std::strong_ordering::less);
  }
  if (auto order = rank(lhs) <=> rank(rhs); order != 0) {
    return order;
  }
  switch (lhs.kind()) {
    case kind::null:
      return std::strong_ordering::equal;
    case kind::boolean:
      return lhs.as_bool() <=> rhs.as_bool();
    case kind::string:
    case kind::bytes:
      return compare_strings(lhs, rhs);
    case kind::list:
      return compare_lists(lhs.as_list(), rhs.as_list());
    case kind::object:
      return json_text_of(lhs) <=> json_text_of(rhs);
    default:
      return compare_numbers(lhs, rhs);
  }
}

bool are_comparable_cursors(const value& lhs, const value& rhs) noexcept {
  if (lhs.is_string() && rhs.is_string()) {
    auto left = time_in(lhs.as_text());
    auto right = left ? time_in(rhs.as_text()) : std::nullopt;
    return !right || left->offset.has_value() == right->offset.has_value();
  }
  if (lhs.is_number() && rhs.is_string()) {
    return decimal::parse(rhs.as_text()).has_value();
  }
  if (lhs.is_string() && rhs.is_number()) {
    return decimal::parse(lhs.as_text()).has_value();
  }
  return rank(lhs) == rank(rhs);
}

value later_cursor(const value& lhs, const value& rhs) {
  return compare_cursors(lhs, rhs) < 0 ? rhs : lhs;
}

} // namespace faucet
