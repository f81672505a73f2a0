#include "config/run_clock.hpp"

#include "config/nearest_name.hpp"
#include "model/timestamp.hpp"

#include <algorithm>
#include <array>
#include <ctime>

namespace faucet {

namespace {

using namespace std::chrono;

// What 64 bits of nanoseconds can tell, in whole years.
constexpr sys_days earliest{year{1678} / January / 1};
constexpr sys_days latest{year{2261} / December / 31};

nanoseconds nanoseconds_in(std::string_view fraction) {
  nanoseconds result{0};
  nanoseconds unit = milliseconds{100};
  for (auto digit : fraction) { // beyond nanoseconds: unit 0
    result += (digit - '0') * unit;
    unit /= 10;
  }
  return result;
}

} // namespace

run_clock run_clock::start() {
  return {time_point_cast<milliseconds>(system_clock::now()), minutes{0}};
}

expected<run_clock> run_clock::parse(std::string_view text) {
  auto read = parse_timestamp(text);
  if (read && (!read->has_time || (read->offset && read->second < 60))) {
    sys_days day{days{static_cast<int>(read->day)}};
    if (day < earliest || day > latest) {
      return fail(ec::invalid_config,
                  "expected a year from 1678 to 2261, found \"" + std::string{text} + "\"");
    }
    auto instant = sys_seconds{seconds{read->seconds()}};
    return run_clock{instant + nanoseconds_in(read->fraction), minutes{read->offset.value_or(0)}};
  }
  return fail(ec::invalid_config,
              "expected a date or a time by RFC 3339, for example 2024-03-01T12:00:00Z, found \""
                + std::string{text} + "\"");
}

expected<std::string> run_clock::render(std::string_view token) const {
  static constexpr std::array<std::pair<std::string_view, const char*>, 7> simple{
    {{"date", "%Y-%m-%d"},
     {"year", "%Y"},
     {"month", "%m"},
     {"day", "%d"},
     {"hour", "%H"},
     {"minute", "%M"},
     {"second", "%S"}}};
  static constexpr std::array<std::string_view, 11> known{"date",   "datetime", "iso",     "year",
                                                          "month",  "day",      "hour",    "minute",
                                                          "second", "unix",     "strftime"};
  constexpr std::string_view strftime_prefix = "strftime.";
  for (const auto& [name, conversion] : simple) {
    if (token == name) {
      return format(conversion);
    }
  }
  if (token == "datetime" || token == "iso") {
    return iso_text();
  }
  if (token == "unix") {
    return unix_text();
  }
  if (token.starts_with(strftime_prefix)) {
    return strftime_text(token.substr(strftime_prefix.size()));
  }
  auto what = "unknown token ${now." + std::string{token} + "}";
  if (auto nearest = nearest_name(token, known); !nearest.empty()) {
    what += "; did you mean ${now." + std::string{nearest} + "}?";
  }
  return fail(ec::invalid_config, std::move(what));
}

std::string run_clock::format(const std::string& format) const {
  auto local = instant_ + offset_;
  auto midnight = floor<days>(local);
  year_month_day date{midnight};
  hh_mm_ss time{floor<seconds>(local - midnight)};
  std::tm fields{};
  fields.tm_year = static_cast<int>(date.year()) - 1900;
  fields.tm_mon = static_cast<int>(static_cast<unsigned>(date.month())) - 1;
  fields.tm_mday = static_cast<int>(static_cast<unsigned>(date.day()));
  fields.tm_hour = static_cast<int>(time.hours().count());
  fields.tm_min = static_cast<int>(time.minutes().count());
  fields.tm_sec = static_cast<int>(time.seconds().count());
  fields.tm_wday = static_cast<int>(weekday{midnight}.c_encoding());
  fields.tm_yday = static_cast<int>((midnight - sys_days{date.year() / January / 1}).count());
  std::array<char, 256> buffer{};
  return {buffer.data(), std::strftime(buffer.data(), buffer.size(), format.c_str(), &fields)};
}

std::string run_clock::offset_text(std::string_view colon) const {
  auto two_digits = [](int64_t x) { return (x < 10 ? "0" : "") + std::to_string(x); };
  auto size = std::abs(offset_.count());
  return (offset_.count() < 0 ? "-" : "+") + two_digits(size / 60) + std::string{colon}
         + two_digits(size % 60);
}

std::string run_clock::fraction(size_t digits) const {
  auto text = std::to_string((instant_ - floor<seconds>(instant_)).count());
  return (std::string(9 - text.size(), '0') + text).substr(0, digits);
}

std::string run_clock::iso_text() const {
  auto result = format("%Y-%m-%dT%H:%M:%S");
  for (size_t digits : {0U, 3U, 6U, 9U}) { // as many as it takes
    auto shown = fraction(digits);
    if (shown + std::string(9 - digits, '0') == fraction(9)) {
      result += digits > 0 ? "." : "";
      return result += shown + offset_text(":");
    }
  }
  return result;
}

std::string run_clock::unix_text() const {
  return std::to_string(floor<seconds>(instant_).time_since_epoch().count());
}

expected<std::string> run_clock::strftime_text(std::string_view format_text) const {
  // %Z and %z would ask the C library for the machine's zone, %s for its clock.
  constexpr std::string_view from_library = "YCymbBhdeaAwuUWGgVjDxFvHkIlPpMSRTXrcnt%";
  std::string result;
  for (auto rest = format_text; !rest.empty();) {
    auto literal = rest.substr(0, rest.find('%'));
    result += literal;
    rest.remove_prefix(literal.size());
    if (rest.empty()) {
      break;
    }
    auto whole = rest;
    rest.remove_prefix(1);
    std::string flag;
    if (!rest.empty() && std::string_view{"-_0"}.find(rest.front()) != std::string_view::npos) {
      flag = rest.front();
      rest.remove_prefix(1);
    }
    auto takes = [&](std::string_view conversion) {
      auto found = flag.empty() && rest.starts_with(conversion);
      rest.remove_prefix(found ? conversion.size() : 0);
      return found;
    };
    if (takes("z") || takes(":z")) {
      result += offset_text(whole[1] == ':' ? ":" : "");
    } else if (takes("Z")) {
      result += offset_.count() == 0 ? "UTC" : offset_text(":");
    } else if (takes("s")) {
      result += unix_text();
    } else if (takes("+")) {
      result += iso_text();
    } else if (takes(".3f") || takes(".6f") || takes(".9f")) {
      result += "." + fraction(static_cast<size_t>(whole[2] - '0'));
    } else if (takes("3f") || takes("6f") || takes("9f")) {
      result += fraction(static_cast<size_t>(whole[1] - '0'));
    } else if (takes("f")) {
      result += fraction(9);
    } else if (!rest.empty() && from_library.find(rest.front()) != std::string_view::npos) {
      auto conversion = "%" + flag;
      conversion += rest.front();
      result += format(rest.front() == 'v' ? "%e-%b-%Y" : conversion);
      rest.remove_prefix(1);
    } else {
      return fail(ec::invalid_config, "unknown conversion \""
                                        + std::string{whole.substr(0, 2 + flag.size())}
                                        + "\" in ${now.strftime." + std::string{format_text} + "}");
    }
  }
  return result;
}

} // namespace faucet
