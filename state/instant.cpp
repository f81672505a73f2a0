#include "state/instant.hpp"

#include "model/timestamp.hpp"

#include <date/date.h>

namespace faucet {

namespace {

/// What is behind the ninth digit is dropped.
std::chrono::nanoseconds nanoseconds_of(std::string_view fraction) {
  int64_t result = 0;
  for (size_t i = 0; i < 9; ++i) {
    result = result * 10 + (i < fraction.size() ? fraction[i] - '0' : 0);
  }
  return std::chrono::nanoseconds{result};
}

} // namespace

std::string to_text(instant x) {
  return date::format("%FT%TZ", x);
}

std::string to_text(std::chrono::sys_seconds x) {
  return date::format("%FT%TZ", x);
}

std::optional<instant> parse_instant(std::string_view text) {
  auto known = parse_timestamp(text);
  if (!known || !known->has_time || !known->offset) {
    return std::nullopt;
  }
  constexpr auto first = std::chrono::ceil<std::chrono::days>(instant::min());
  constexpr auto last = std::chrono::floor<std::chrono::days>(instant::max());
  std::chrono::sys_seconds whole{std::chrono::seconds{known->seconds()}};
  if (whole < first) {
    return first;
  }
  if (whole >= last) {
    return last;
  }
  return whole + nanoseconds_of(known->fraction);
}

} // namespace faucet
