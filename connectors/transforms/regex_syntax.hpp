#pragma once

#include "model/error.hpp"

#include <re2/re2.h>

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace faucet {

/// The pattern with `(?<name>` written as RE2 wants it: `(?P<name>`.
std::string with_re2_groups(std::string_view pattern);

/// What replaces a match: literal texts and numbers of groups.
using regex_replacement = std::vector<std::variant<std::string, int>>;

/// Takes a replacement apart. A reference to a group that the pattern does not have is an error.
expected<regex_replacement> parse_replacement(std::string_view text, const RE2& pattern);

} // namespace faucet
