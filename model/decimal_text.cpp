#include "model/decimal_text.hpp"

#include "model/number_order.hpp"

#include <algorithm>
#include <charconv>

namespace faucet {

namespace {

void append_digits(std::string& out, std::string_view digits) {
  std::ranges::copy_if(digits, std::back_inserter(out), [](char c) { return c != '.'; });
}

void append_integer(std::string& out, decimal::wide x) {
  if (x < 0) {
    out += '-';
  }
  auto first = out.size();
  do {
    auto digit = static_cast<int>(x % 10);
    out.insert(first, 1, static_cast<char>('0' + (digit < 0 ? -digit : digit)));
    x /= 10;
  } while (x != 0);
}

void append(std::string& out, const decimal& x) {
  constexpr decimal::wide most_zeroes = 40;
  if (x.is_zero()) {
    out += '0';
    return;
  }
  if (x.is_negative()) {
    out += '-';
  }
  auto first = out.size();
  append_digits(out, x.digits());
  auto count = static_cast<decimal::wide>(out.size() - first);
  auto magnitude = x.magnitude();
  if (magnitude > count + most_zeroes || magnitude < -most_zeroes) {
    out += 'e';
    append_integer(out, magnitude - count);
  } else if (magnitude >= count) {
    out.append(static_cast<size_t>(magnitude - count), '0');
  } else if (magnitude > 0) {
    out.insert(first + static_cast<size_t>(magnitude), 1, '.');
  } else {
    out.insert(first, "0." + std::string(static_cast<size_t>(-magnitude), '0'));
  }
}

} // namespace

void append_canonical(std::string& out, const value& number) {
  if (number.kind() == kind::int64) {
    char buffer[24];
    auto* end = std::to_chars(buffer, buffer + sizeof buffer, number.as_int()).ptr;
    out.append(buffer, end);
    return;
  }
  append(out, decimal_of{number}.number());
}

} // namespace faucet
