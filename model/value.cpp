#include "model/value.hpp"

#include <algorithm>
#include <limits>

namespace faucet {

const char* to_string(kind what) noexcept {
  switch (what) {
    case kind::null:
      return "null";
    case kind::boolean:
      return "bool";
    case kind::int64:
    case kind::uint64:
      return "integer";
    case kind::float64:
    case kind::decimal:
      return "number";
    case kind::string:
      return "string";
    case kind::bytes:
      return "bytes";
    case kind::list:
      return "array";
    case kind::object:
      return "object";
  }
  return "unknown";
}

value value::of_bool(bool x) noexcept {
  value result;
  result.int_ = x ? 1 : 0;
  result.kind_ = faucet::kind::boolean;
  return result;
}

value value::of_int(int64_t x) noexcept {
  value result;
  result.int_ = x;
  result.kind_ = faucet::kind::int64;
  return result;
}

value value::of_uint(uint64_t x) noexcept {
  if (x <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) {
    return of_int(static_cast<int64_t>(x));
  }
  value result;
  result.uint_ = x;
  result.kind_ = faucet::kind::uint64;
  return result;
}

value value::of_double(double x) noexcept {
  value result;
  result.double_ = x;
  result.kind_ = faucet::kind::float64;
  return result;
}

value value::of_decimal(std::string_view text) noexcept {
  auto result = of_string(text);
  result.kind_ = faucet::kind::decimal;
  return result;
}

value value::of_string(std::string_view utf8) noexcept {
  value result;
  result.text_ = utf8.data();
  result.size_ = static_cast<uint32_t>(utf8.size());
  result.kind_ = faucet::kind::string;
  return result;
}

value value::of_bytes(std::string_view octets) noexcept {
  auto result = of_string(octets);
  result.kind_ = faucet::kind::bytes;
  return result;
}

value value::of_list(std::span<const value> items) noexcept {
  value result;
  result.items_ = items.data();
  result.size_ = static_cast<uint32_t>(items.size());
  result.kind_ = faucet::kind::list;
  return result;
}

value value::of_object(object_view x) noexcept {
  value result;
  result.object_ = x.header();
  result.kind_ = faucet::kind::object;
  return result;
}

std::span<const value> value::as_list() const noexcept {
  return {items_, size_};
}

object_view value::as_object() const noexcept {
  return object_view{static_cast<const object_header*>(object_)};
}

const value* object_view::find(std::string_view name) const noexcept {
  auto at = rep_->fields->find(name);
  return at == shape::npos ? nullptr : &cells()[at];
}

namespace {

bool identical_objects(object_view lhs, object_view rhs) noexcept {
  if (lhs.size() != rhs.size()) {
    return false;
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    const auto* other = rhs.find(lhs.name(i));
    if (other == nullptr || !identical(lhs[i], *other)) {
      return false;
    }
  }
  return true;
}

} // namespace

bool identical(const value& lhs, const value& rhs) noexcept {
  if (lhs.kind() != rhs.kind()) {
    return false;
  }
  switch (lhs.kind()) {
    case kind::null:
      return true;
    case kind::boolean:
      return lhs.as_bool() == rhs.as_bool();
    case kind::int64:
      return lhs.as_int() == rhs.as_int();
    case kind::uint64:
      return lhs.as_uint() == rhs.as_uint();
    case kind::float64:
      return lhs.as_double() == rhs.as_double();
    case kind::decimal:
    case kind::string:
    case kind::bytes:
      return lhs.as_text() == rhs.as_text();
    case kind::list:
      return std::ranges::equal(lhs.as_list(), rhs.as_list(), identical);
    case kind::object:
      return identical_objects(lhs.as_object(), rhs.as_object());
  }
  return false;
}

} // namespace faucet
