#include "connectors/generate/calendar.hpp"

#include <charconv>
#include <chrono>

namespace faucet {

namespace {

constexpr int64_t day = 86400;

/// Takes a number of just that many digits and the character behind it, if any, off the front.
bool take(std::string_view& text, size_t digits, std::string_view behind, int& into) {
  if (text.size() < digits) {
    return false;
  }
  auto [end, status] = std::from_chars(text.data(), text.data() + digits, into);
  if (status != std::errc{} || end != text.data() + digits || into < 0) {
    return false;
  }
  text.remove_prefix(digits);
  if (behind.empty()) {
    return true;
  }
  if (text.empty() || behind.find(text.front()) == std::string_view::npos) {
    return false;
  }
  text.remove_prefix(1);
  return true;
}

/// What is behind the seconds: nothing, Z, or a distance from UTC.
std::optional<int64_t> parse_zone(std::string_view text) {
  if (text.empty() || text == "Z" || text == "z") {
    return 0;
  }
  auto sign = text.front() == '+' ? -1 : 1;
  if (text.front() != '+' && text.front() != '-') {
    return std::nullopt;
  }
  text.remove_prefix(1);
  int hours = 0;
  int minutes = 0;
  if (!take(text, 2, ":", hours) || !take(text, 2, {}, minutes) || !text.empty() || hours > 23
      || minutes > 59) {
    return std::nullopt;
  }
  return sign * (hours * 3600 + minutes * 60);
}

char* write_digits(char* to, unsigned x, int count) noexcept {
  for (auto i = count - 1; i >= 0; --i, x /= 10) {
    to[i] = static_cast<char>('0' + x % 10);
  }
  return to + count;
}

} // namespace

std::optional<int64_t> parse_timestamp(std::string_view text) {
  namespace chrono = std::chrono;
  int year = 0;
  int month = 0;
  int date = 0;
  auto has_time = text.size() > 10;
  if (!take(text, 4, "-", year) || !take(text, 2, "-", month)
      || !take(text, 2, has_time ? "Tt " : "", date)) {
    return std::nullopt;
  }
  chrono::year_month_day when{chrono::year{year}, chrono::month{static_cast<unsigned>(month)},
                              chrono::day{static_cast<unsigned>(date)}};
  if (!when.ok()) {
    return std::nullopt;
  }
  int64_t result = chrono::sys_days{when}.time_since_epoch().count() * day;
  if (!has_time) {
    return result;
  }
  int hour = 0;
  int minute = 0;
  int second = 0;
  if (!take(text, 2, ":", hour) || !take(text, 2, ":", minute) || !take(text, 2, {}, second)
      || hour > 23 || minute > 59 || second > 59) {
    return std::nullopt;
  }
  auto zone = parse_zone(text);
  return zone ? std::optional{result + hour * 3600 + minute * 60 + second + *zone} : std::nullopt;
}

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
