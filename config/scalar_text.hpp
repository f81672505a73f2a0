#pragma once

#include "config/node.hpp"

#include <optional>
#include <string>

namespace faucet {

/// A scalar as the text it stands for inside other text; nothing for a list or a map.
std::optional<std::string> scalar_text(const node& x);

} // namespace faucet
