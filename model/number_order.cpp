#include "model/number_order.hpp"

#include <algorithm>
#include <charconv>
#include <functional>

namespace faucet {

namespace {

bool equal_objects(object_view lhs, object_view rhs) noexcept {
  if (lhs.size() != rhs.size()) {
    return false;
  }
  for (size_t i = 0; i < lhs.size(); ++i) {
    const auto* other = &lhs.fields() == &rhs.fields() ? &rhs[i] : rhs.find(lhs.name(i));
    if (other == nullptr || !equal_values(lhs[i], *other)) {
      return false;
    }
  }
  return true;
}

} // namespace

decimal_of::decimal_of(const value& x) noexcept {
  auto write = [this](auto number) {
    auto* end = std::to_chars(buffer_, buffer_ + sizeof buffer_, number).ptr;
    number_ = decimal::of_number({buffer_, static_cast<size_t>(end - buffer_)});
  };
  switch (x.kind()) {
    case kind::int64:
      write(x.as_int());
      break;
    case kind::uint64:
      write(x.as_uint());
      break;
    case kind::float64:
      write(x.as_double());
      break;
    default:
      number_ = decimal::of_number(x.as_text());
  }
}

std::strong_ordering compare_numbers(const value& lhs, const value& rhs) noexcept {
  if (lhs.kind() == rhs.kind()) {
    switch (lhs.kind()) {
      case kind::int64:
        return lhs.as_int() <=> rhs.as_int();
      case kind::uint64:
        return lhs.as_uint() <=> rhs.as_uint();
      case kind::float64:
        return lhs.as_double() < rhs.as_double()   ? std::strong_ordering::less
               : lhs.as_double() > rhs.as_double() ? std::strong_ordering::greater
                                                   : std::strong_ordering::equal;
      default:
        return decimal::of_number(lhs.as_text()) <=> decimal::of_number(rhs.as_text());
    }
  }
  return decimal_of{lhs}.number() <=> decimal_of{rhs}.number();
}

size_t hash_number(const value& x) noexcept {
  return decimal_of{x}.number().hash();
}

bool equal_values(const value& lhs, const value& rhs) noexcept {
  if (lhs.is_number() && rhs.is_number()) {
    return compare_numbers(lhs, rhs) == 0;
  }
  if (lhs.is_object() && rhs.is_object()) {
    return equal_objects(lhs.as_object(), rhs.as_object());
  }
  if (lhs.is_list() && rhs.is_list()) {
    return std::ranges::equal(lhs.as_list(), rhs.as_list(), equal_values);
  }
  return identical(lhs, rhs);
}

size_t hash_value(const value& x) noexcept {
  constexpr size_t spread = 0x9e3779b97f4a7c15ULL;
  auto result = static_cast<size_t>(x.kind()) * spread;
  switch (x.kind()) {
    case kind::null:
      return result;
    case kind::boolean:
      return result + static_cast<size_t>(x.as_bool());
    case kind::string:
    case kind::bytes:
      return result ^ std::hash<std::string_view>{}(x.as_text());
    case kind::list:
      for (const auto& item : x.as_list()) {
        result = result * spread + hash_value(item);
      }
      return result;
    case kind::object: // a sum: the order of fields does not matter
      for (size_t i = 0; i < x.as_object().size(); ++i) {
        auto name = std::hash<std::string_view>{}(x.as_object().name(i));
        result += (name ^ hash_value(x.as_object()[i])) * spread;
      }
      return result;
    default:
      return hash_number(x);
  }
}

} // namespace faucet
