#pragma once

#include "model/error.hpp"

#include <chrono>
#include <string>
#include <string_view>

namespace faucet {

/// The moment a run calls now, with the offset from UTC it is shown in. One for a whole run.
class run_clock {
public:
  /// The present, to the millisecond, in UTC.
  static run_clock start();

  /// RFC 3339 ("2024-03-01T12:00:00+02:00", shown in that offset) or a date (its midnight in UTC).
  static expected<run_clock> parse(std::string_view text);

  /// What `${now.<token>}` stands for. Tokens: date, datetime or iso, year, month, day, hour,
  /// minute, second, unix, strftime.<format>. Others, and conversions that strftime does not know,
  /// are errors. The failure's `which` is empty.
  [[nodiscard]] expected<std::string> render(std::string_view token) const;

private:
  using time_point = std::chrono::sys_time<std::chrono::nanoseconds>;

  run_clock(time_point instant, std::chrono::minutes offset) : instant_(instant), offset_(offset) {
    // nop
  }

  [[nodiscard]] std::string format(const std::string& format) const;
  [[nodiscard]] std::string offset_text(std::string_view colon) const;
  [[nodiscard]] std::string fraction(size_t digits) const;
  [[nodiscard]] std::string iso_text() const;
  [[nodiscard]] std::string unix_text() const;
  [[nodiscard]] expected<std::string> strftime_text(std::string_view format) const;

  time_point instant_;
  std::chrono::minutes offset_;
};

} // namespace faucet
