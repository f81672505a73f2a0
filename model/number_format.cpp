#include "model/number_format.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstring>

namespace faucet {

namespace {

/// The significant digits of a positive double and where its decimal point stands.
struct digits {
  char text[20];
  int size = 0;
  int point = 0; ///< digits before the decimal point; may be negative or beyond the digits
};

digits shortest_digits(double x) noexcept {
  char buffer[longest_number];
  auto* end = std::to_chars(buffer, buffer + sizeof buffer, x, std::chars_format::scientific).ptr;
  digits result;
  auto* at = buffer;
  for (; *at != 'e'; ++at) {
    if (*at != '.') {
      result.text[result.size++] = *at;
    }
  }
  int exponent = 0;
  at += at[1] == '+' ? 2 : 1; // from_chars knows no plus sign
  std::from_chars(at, end, exponent);
  result.point = exponent + 1;
  return result;
}

char* copy(char* to, const char* from, int count) noexcept {
  std::memcpy(to, from, static_cast<size_t>(count));
  return to + count;
}

char* with_exponent(char* to, const digits& x) noexcept {
  *to++ = x.text[0];
  if (x.size > 1) {
    *to++ = '.';
    to = copy(to, x.text + 1, x.size - 1);
  }
  *to++ = 'e';
  return std::to_chars(to, to + 8, x.point - 1).ptr;
}

} // namespace

char* write_number(char* to, int64_t x) noexcept {
  return std::to_chars(to, to + longest_number, x).ptr;
}

char* write_number(char* to, uint64_t x) noexcept {
  return std::to_chars(to, to + longest_number, x).ptr;
}

char* write_number(char* to, double x) noexcept {
  constexpr int last_plain_point = 16;
  constexpr int first_plain_point = -5;
  if (std::signbit(x)) {
    *to++ = '-';
    x = -x;
  }
  if (x == 0) {
    return copy(to, "0.0", 3);
  }
  auto found = shortest_digits(x);
  if (found.point > last_plain_point || found.point <= first_plain_point) {
    return with_exponent(to, found);
  }
  if (found.point <= 0) {
    to = std::fill_n(copy(to, "0.", 2), -found.point, '0');
    return copy(to, found.text, found.size);
  }
  if (found.point >= found.size) {
    to = std::fill_n(copy(to, found.text, found.size), found.point - found.size, '0');
    return copy(to, ".0", 2);
  }
  to = copy(to, found.text, found.point);
  *to++ = '.';
  return copy(to, found.text + found.point, found.size - found.point);
}

} // namespace faucet
