#pragma once

#include "model/number_format.hpp"
#include "model/value.hpp"

#include <string_view>

namespace faucet {

/// A number (`is_number`) with all its digits, as JSON has it; lies in `room` or where the number
/// does.
std::string_view number_digits(const value& number, char (&room)[longest_number]) noexcept;

} // namespace faucet
