#pragma once

#include "model/decimal.hpp"
#include "model/value.hpp"

namespace faucet {

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
