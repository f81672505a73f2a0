#pragma once

#include "model/decimal.hpp"
#include "model/value.hpp"

namespace faucet {

/// A number (`is_number`) as a decimal, together with the memory its digits may be in.
class decimal_of {
public:
  explicit decimal_of(const value& x) noexcept;
  decimal_of(const decimal_of&) = delete;
  decimal_of& operator=(const decimal_of&) = delete;

  /// Valid as long as both this and the memory of `x` are.
  [[nodiscard]] const decimal& number() const noexcept {
    return number_;
  }

private:
  char buffer_[32]; // the longest shortest double takes 24
  decimal number_;
};

/// Orders two numbers (`is_number`) exactly, whatever their kinds: 1 equals 1.0 and 1e0, and 2^53
/// differs from 2^53 + 1. A float64 stands for the decimal text it is written as.
std::strong_ordering compare_numbers(const value& lhs, const value& rhs) noexcept;

/// Equal for numbers that compare equal.
size_t hash_number(const value& x) noexcept;

/// Deep equality as users mean it: like `identical`, but numbers are equal where their values are,
/// at every depth. A number never equals a string.
bool equal_values(const value& lhs, const value& rhs) noexcept;

/// Equal for values that equal_values calls equal.
size_t hash_value(const value& x) noexcept;

} // namespace faucet
