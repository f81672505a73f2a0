#pragma once

#include "model/value.hpp"

#include <string>

namespace faucet {

/// Appends the one text that all numbers (`is_number`) of the same value share: 1, 1.0 and 1e0 give
/// "1", 1.50 gives "1.5", and what would take many zeroes gives digits with an exponent.
void append_canonical(std::string& out, const value& number);

} // namespace faucet
