#pragma once

#include "model/decimal.hpp"
#include "model/timestamp.hpp"
#include "model/value.hpp"

#include <compare>
#include <optional>

namespace faucet {

/// A cursor and what its text means, read once for many comparisons. A view like the value it is
/// made of.
class cursor {
public:
  cursor() = default; // null

  cursor(const value& x) noexcept; // NOLINT(google-explicit-constructor): every value is one

  [[nodiscard]] const value& raw() const noexcept {
    return raw_;
  }

  /// Of a string that is a decimal number.
  [[nodiscard]] const std::optional<decimal>& number() const noexcept {
    return number_;
  }

  /// Of a string that is a date and a time.
  [[nodiscard]] const std::optional<timestamp>& time() const noexcept {
    return time_;
  }

private:
  value raw_;
  std::optional<decimal> number_;
  std::optional<timestamp> time_;
};

/// Orders two cursor values by what they hold:
///
/// - numbers exactly, whatever their kinds and however many digits they have;
/// - a number and a string that is a decimal number likewise, and so two such strings ("99" is less
///   than "100");
/// - two strings that are timestamps with an offset as moments, two without one as local times;
/// - other strings by their bytes, a timestamp with an offset and one without among them;
/// - false before true, lists item by item, objects by their JSON text, bytes by their base64;
/// - and what is of different types: null, booleans, numbers, strings, lists, objects.
std::strong_ordering compare_cursors(const cursor& lhs, const cursor& rhs);

/// True where the order of the two means something: they are of one type, and as timestamps of one
/// kind, or both are numbers, be it as text.
bool are_comparable_cursors(const cursor& lhs, const cursor& rhs) noexcept;

/// The greater one; the first of two that are equal.
const cursor& later_cursor(const cursor& lhs, const cursor& rhs);

} // namespace faucet
