#pragma once

#include "model/page_builder.hpp"

#include <optional>

namespace faucet {

// Conversions between kinds of numbers in which no digit is lost. Texts may have white space
// around them, a plus sign and zeros in front. A result may point into `from` and into the page of
// `out`; there is none where `from` is no such number.

/// The whole number that a bool, a number or a text of digits is: an int64 or uint64 where it fits,
/// else a decimal of digits alone, as long as these are not more than a thousand.
std::optional<value> exact_integer(const value& from, page_builder& out);

/// The number as a decimal that reads as a fraction (1 gives 1.0), its digits unchanged. None where
/// it is beyond the range of a double; a float64 stays one.
std::optional<value> exact_fraction(const value& from, page_builder& out);

} // namespace faucet
