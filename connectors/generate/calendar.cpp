#include "connectors/generate/calendar.hpp"

#include <chrono>

namespace faucet {

namespace {

constexpr int64_t day = 86400;

char* write_digits(char* to, unsigned x, int count) noexcept {
  for (auto i = count - 1; i >= 0; --i, x /= 10) {
    to[i] = static_cast<char>('0' + x % 10);
  }
  return to + count;
}

} // namespace

void write_timestamp(char* to, int64_t seconds) noexcept {
  namespace chrono = std::chrono;
  auto days = seconds / day - (seconds % day < 0 ? 1 : 0);
  auto time = static_cast<unsigned>(seconds - days * day);
  chrono::year_month_day date{chrono::sys_days{chrono::days{static_cast<chrono::days::rep>(days)}}};
  to = write_digits(to, static_cast<unsigned>(static_cast<int>(date.year())), 4);
  *to++ = '-';
  to = write_digits(to, static_cast<unsigned>(date.month()), 2);
  *to++ = '-';
  to = write_digits(to, static_cast<unsigned>(date.day()), 2);
  *to++ = 'T';
  to = write_digits(to, time / 3600, 2);
  *to++ = ':';
  to = write_digits(to, time / 60 % 60, 2);
  *to++ = ':';
  to = write_digits(to, time % 60, 2);
  *to = 'Z';
}

} // namespace faucet
