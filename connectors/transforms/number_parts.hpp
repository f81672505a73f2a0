#pragma once

#include "model/page_builder.hpp"

#include <initializer_list>
#include <optional>
#include <string_view>

namespace faucet {

/// A decimal number as it was written, taken apart into views of its text.
struct number_parts {
  bool negative = false;
  bool has_plus = false;
  bool has_point = false;
  std::string_view whole;    ///< digits before the point; may be empty
  std::string_view fraction; ///< digits behind it; may be empty
  std::string_view exponent; ///< from the letter e on; empty = none
};

/// Reads `[+-] digits [. digits] [e [+-] digits]` with at least one digit before the exponent.
std::optional<number_parts> split_number(std::string_view text) noexcept;

std::string_view without_leading_zeros(std::string_view digits) noexcept;

/// Puts texts together in the page's memory.
std::string_view joined(std::initializer_list<std::string_view> texts, page_builder& out);

} // namespace faucet
