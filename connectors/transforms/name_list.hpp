#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// The names without their repetitions, in order of first appearance.
std::vector<std::string> distinct(std::vector<std::string> names);

/// Refuses an empty list where one that names nothing makes no sense: "select needs at least one
/// field", with the place of that key in the file.
expected<void> require_some(const std::vector<std::string>& names, std::string_view owner,
                            const node& config, std::string_view key = "fields");

} // namespace faucet
