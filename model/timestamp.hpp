#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string_view>

namespace faucet {

/// A date, with or without a time of day, as it stands in a text. The fraction is a view into it.
struct timestamp {
  int64_t day = 0; ///< days since 1970-01-01, by the calendar of the text
  bool has_time = false;
  int hour = 0;
  int minute = 0;
  int second = 0;                 ///< 60 in a leap second
  std::string_view fraction = {}; ///< digits behind the point of the second, as many as there are
  std::optional<int> offset = {}; ///< minutes east of UTC; none: the text does not say where

  /// Seconds since 1970 in UTC, or by the clock of the text where it has no offset. A leap second
  /// counts as the one before.
  [[nodiscard]] int64_t seconds() const noexcept;
};

/// `2024-01-31`, or the same with T, t or a space, `12:34:56`, an optional fraction and an optional
/// offset: Z, z or ±hh:mm (RFC 3339). Nothing where there is more, less, or no such day or time.
std::optional<timestamp> parse_timestamp(std::string_view text) noexcept;

/// Orders what both clocks show, to the last digit: moments where both have an offset.
std::strong_ordering compare_moments(const timestamp& lhs, const timestamp& rhs) noexcept;

} // namespace faucet
