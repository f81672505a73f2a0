#pragma once

#include "model/error.hpp"

#include <array>
#include <cstdint>
#include <string_view>

namespace faucet {

/// Major, minor and patch number of a release.
using release_number = std::array<uint64_t, 3>;

/// The release of the grammar that this build reads.
inline constexpr release_number grammar_release{1, 17, 0};

/// True where a release meets a requirement: comparisons separated by commas, all of which must
/// hold.
///
///   1.2 or ^1.2   at least that, and the same up to the first number that is not 0
///   ~1.2.3        at least that, and the same major and minor number
///   =1.2 1.* *    the numbers that are given
///   > >= < <=     as they say; numbers that are left out stand for all
///
/// Text of another form is an error with an empty `which`.
expected<bool> meets(const release_number& release, std::string_view requirement);

} // namespace faucet
