#include "model/cursor_order.hpp"

#include "model/base64.hpp"
#include "model/canonical_json.hpp"
#include "model/number_order.hpp"
#include "model/white_space.hpp"

#include <algorithm>
#include <string>

namespace faucet {

namespace {

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
  auto result = parse_timestamp(without_white_space(text));
  return result && result->has_time ? result : std::nullopt;
}

/// Strings and bytes, as they stand in JSON.
std::strong_ordering compare_strings(const cursor& lhs, const cursor& rhs) {
  if (lhs.number() && rhs.number()) {
    return *lhs.number() <=> *rhs.number();
  }
  if (lhs.time() && rhs.time()
      && lhs.time()->offset.has_value() == rhs.time()->offset.has_value()) {
    return compare_moments(*lhs.time(), *rhs.time());
  }
  if (lhs.raw().is_string() && rhs.raw().is_string()) {
    return lhs.raw().as_text() <=> rhs.raw().as_text();
  }
  auto text = [](const value& x) {
    std::string result{x.as_text()};
    if (x.kind() == kind::bytes) {
      result.resize(base64_size(x.as_text().size()));
      write_base64(result.data(), x.as_text());
    }
    return result;
  };
  return text(lhs.raw()) <=> text(rhs.raw());
}

std::string json_text_of(const value& x) {
  std::string result;
  append_canonical_json(result, x);
  return result;
}

std::strong_ordering compare_lists(std::span<const value> lhs, std::span<const value> rhs) {
  for (size_t i = 0; i < std::min(lhs.size(), rhs.size()); ++i) {
    if (auto order = compare_cursors(lhs[i], rhs[i]); order != 0) {
      return order;
    }
  }
  return lhs.size() <=> rhs.size();
}

bool is_decimal_text(const cursor& x) noexcept {
  return x.number().has_value();
}

} // namespace

cursor::cursor(const value& x) noexcept : raw_(x) {
  if (x.is_string()) {
    number_ = decimal::parse(x.as_text());
    if (!number_) {
      time_ = time_in(x.as_text());
    }
  }
}

std::strong_ordering compare_cursors(const cursor& lhs, const cursor& rhs) {
  if (lhs.raw().is_number() && is_decimal_text(rhs)) {
    return decimal_of{lhs.raw()}.number() <=> *rhs.number();
  }
  if (is_decimal_text(lhs) && rhs.raw().is_number()) {
    return *lhs.number() <=> decimal_of{rhs.raw()}.number();
  }
  if (auto order = rank(lhs.raw()) <=> rank(rhs.raw()); order != 0) {
    return order;
  }
  switch (lhs.raw().kind()) {
    case kind::null:
      return std::strong_ordering::equal;
    case kind::boolean:
      return lhs.raw().as_bool() <=> rhs.raw().as_bool();
    case kind::string:
    case kind::bytes:
      return compare_strings(lhs, rhs);
    case kind::list:
      return compare_lists(lhs.raw().as_list(), rhs.raw().as_list());
    case kind::object:
      return json_text_of(lhs.raw()) <=> json_text_of(rhs.raw());
    default:
      return compare_numbers(lhs.raw(), rhs.raw());
  }
}

bool are_comparable_cursors(const cursor& lhs, const cursor& rhs) noexcept {
  if (lhs.time() && rhs.time()) {
    return lhs.time()->offset.has_value() == rhs.time()->offset.has_value();
  }
  auto is_numeric = [](const cursor& x) { return x.raw().is_number() || is_decimal_text(x); };
  return rank(lhs.raw()) == rank(rhs.raw()) || (is_numeric(lhs) && is_numeric(rhs));
}

const cursor& later_cursor(const cursor& lhs, const cursor& rhs) {
  return compare_cursors(lhs, rhs) < 0 ? rhs : lhs;
}

} // namespace faucet
