#pragma once

#include <compare>
#include <cstddef>
#include <optional>
#include <string_view>

namespace faucet {

/// A decimal number taken apart for comparing: a view into the text it was read from, which must
/// outlive it. Any number of digits, any 64-bit exponent; nothing is allocated or rounded.
class decimal {
public:
  __extension__ using wide = __int128;

  /// Reads white space, sign, digits with at most one point, exponent. Nothing where the text is no
  /// such number or its exponent fits no int64.
  static std::optional<decimal> parse(std::string_view text) noexcept;

  /// Reads text that is known to be a number by the grammar of JSON. Exponents beyond 10^30 count
  /// as 10^30.
  static decimal of_number(std::string_view text) noexcept;

  /// By value: 1.50 equals 1.5, -0 equals 0.
  friend std::strong_ordering operator<=>(const decimal& lhs, const decimal& rhs) noexcept;

  friend bool operator==(const decimal& lhs, const decimal& rhs) noexcept {
    return (lhs <=> rhs) == 0;
  }

  [[nodiscard]] bool is_zero() const noexcept {
    return digits_.empty();
  }

  [[nodiscard]] bool is_negative() const noexcept {
    return negative_;
  }

  /// First and last are not 0; a point may be among them. Empty for zero.
  [[nodiscard]] std::string_view digits() const noexcept {
    return digits_;
  }

  /// The number is 0.<digits> times ten to this power.
  [[nodiscard]] wide magnitude() const noexcept {
    return magnitude_;
  }

  /// Equal for equal numbers.
  [[nodiscard]] size_t hash() const noexcept;

private:
  static std::optional<decimal> read(std::string_view text, wide furthest) noexcept;

  bool negative_ = false;
  wide magnitude_ = 0;
  std::string_view digits_;
};

} // namespace faucet
