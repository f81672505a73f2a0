#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The known name a mistyped one most likely meant; empty where none is near.
std::string_view nearest_name(std::string_view mistyped, std::span<const std::string_view> known);

/// `; did you mean "x"?` for a message; empty where nothing is near.
std::string suggestion(std::string_view mistyped, std::span<const std::string_view> known);

/// The same with all that is known: `; did you mean "x"? (rows: x, y)`.
std::string suggestion_of(std::string_view mistyped, const std::vector<std::string_view>& known,
                          std::string_view label);

/// The error for a key that `owner` does not have, with file, line and the nearest known key.
error unknown_key(const node::entry& found, std::span<const std::string_view> known,
                  std::string_view owner);

} // namespace faucet
