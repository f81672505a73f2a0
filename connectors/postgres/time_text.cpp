#include "connectors/postgres/time_text.hpp"

#include "model/digit.hpp"

#include <cstring>

namespace faucet {

namespace {

constexpr size_t date_size = 10; // 2024-01-03
constexpr size_t time_size = 19; // 2024-01-03 10:11:12

/// Digits stand where `pattern` has a 0, the same character elsewhere.
bool matches(std::string_view text, std::string_view pattern) noexcept {
  if (text.size() < pattern.size()) {
    return false;
  }
  for (size_t i = 0; i < pattern.size(); ++i) {
    if (pattern[i] == '0' ? !is_digit(text[i]) : text[i] != pattern[i]) {
      return false;
    }
  }
  return true;
}

bool is_infinite(std::string_view text) noexcept {
  return text == "infinity" || text == "-infinity";
}

/// An ISO date outside of the years 1 to 9999, with whatever follows it.
bool is_far(std::string_view text) noexcept {
  size_t year = 0;
  while (year < text.size() && is_digit(text[year])) {
    ++year;
  }
  return (year > 4 || (year == 4 && text.ends_with(" BC"))) && matches(text.substr(year), "-00-00");
}

/// Digits of the fraction behind the seconds, 0 where there is none.
size_t fraction_digits(std::string_view text) noexcept {
  size_t digits = 0;
  if (text.size() > time_size && text[time_size] == '.') {
    while (time_size + 1 + digits < text.size() && is_digit(text[time_size + 1 + digits])) {
      ++digits;
    }
  }
  return digits;
}

/// Copies date, `separator`, time and a fraction of three or six digits; returns the end.
char* write_time(char* to, std::string_view text, size_t digits, char separator) noexcept {
  std::memcpy(to, text.data(), time_size);
  to[date_size] = separator;
  to += time_size;
  if (digits > 0) {
    std::memcpy(to, text.data() + time_size, digits + 1);
    auto wanted = digits <= 3 ? size_t{3} : size_t{6};
    std::memset(to + digits + 1, '0', wanted - digits);
    to += wanted + 1;
  }
  return to;
}

constexpr size_t longest = time_size + 7 + 6; // fraction, offset

} // namespace

std::optional<std::string_view> pg_date_text(std::string_view text, arena& memory) {
  if ((text.size() == date_size && matches(text, "0000-00-00")) || is_infinite(text)
      || is_far(text)) {
    return memory.copy(text);
  }
  return std::nullopt;
}

std::optional<std::string_view> pg_timestamp_text(std::string_view text, arena& memory) {
  if (is_infinite(text) || is_far(text)) {
    return memory.copy(text);
  }
  auto digits = fraction_digits(text);
  if (!matches(text, "0000-00-00 00:00:00") || digits > 6
      || text.size() != time_size + (digits > 0 ? digits + 1 : 0)) {
    return std::nullopt;
  }
  auto* to = static_cast<char*>(memory.allocate(longest));
  auto* end = write_time(to, text, digits, ' ');
  return std::string_view{to, static_cast<size_t>(end - to)};
}

std::optional<std::string_view> pg_timestamptz_text(std::string_view text, arena& memory) {
  if (is_infinite(text) || is_far(text)) {
    return memory.copy(text);
  }
  auto digits = fraction_digits(text);
  if (!matches(text, "0000-00-00 00:00:00") || digits > 6) {
    return std::nullopt;
  }
  auto offset = text.substr(time_size + (digits > 0 ? digits + 1 : 0));
  if (!matches(offset, "+00") && !matches(offset, "-00")) {
    return std::nullopt;
  }
  if (offset.size() != 3 && !(offset.size() == 6 && matches(offset.substr(3), ":00"))) {
    return std::nullopt;
  }
  auto* to = static_cast<char*>(memory.allocate(longest));
  auto* end = write_time(to, text, digits, 'T');
  std::memcpy(end, offset.data(), offset.size());
  end += offset.size();
  if (offset.size() == 3) {
    end += std::string_view{":00"}.copy(end, 3);
  }
  return std::string_view{to, static_cast<size_t>(end - to)};
}

} // namespace faucet
