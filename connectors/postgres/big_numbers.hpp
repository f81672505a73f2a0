#pragma once

#include "model/error.hpp"
#include "model/page_builder.hpp"

#include <array>
#include <string_view>
#include <utility>

namespace faucet {

/// What becomes of a number within JSON that neither a 64-bit integer nor a double holds exactly,
/// so that most readers of the output would round it.
enum class big_numbers {
  fail,   ///< The run fails.
  string, ///< It becomes a string of its digits.
  number, ///< It stays a number with all its digits.
};

constexpr std::array<std::pair<std::string_view, big_numbers>, 3> enum_names(big_numbers) {
  return {{{"fail", big_numbers::fail},
           {"string", big_numbers::string},
           {"number", big_numbers::number}}};
}

/// The value with its numbers as the policy wants them.
expected<value> apply(big_numbers policy, const value& x, page_builder& page);

} // namespace faucet
