#pragma once

#include "model/value.hpp"

#include <compare>

namespace faucet {

/// Orders two cursor values by what they hold:
///
/// - numbers exactly, whatever their kinds and however many digits they have;
/// - a number and a string that is a decimal number likewise, and so two such strings ("99" is less
///   than "100");
/// - two strings that are timestamps with an offset as moments, two without one as local times;
/// - other strings by their bytes, a timestamp with an offset and one without among them;
/// - false before true, lists item by item, objects by their JSON text, bytes by their base64;
/// - and what is of different types: null, booleans, numbers, strings, lists, objects.
std::strong_ordering compare_cursors(const value& lhs, const value& rhs);

/// True where the order of the two means something: they are of one type, and as timestamps of one
/// kind, or both are numbers, be it as text.
bool are_comparable_cursors(const value& lhs, const value& rhs) noexcept;

/// The greater one; the first of two that are equal.
value later_cursor(const value& lhs, const value& rhs);

} // namespace faucet
