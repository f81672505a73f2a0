#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// Whether a pool of members can be called so: 1 to 63 small letters, digits, `-` or `_`, the first
/// a letter or digit.
bool is_pool_name(std::string_view text) noexcept;

/// Takes `pool:` out of a pipeline file, for which member executes a run is no concern of its
/// pipeline. Empty where there is none.
expected<std::string> take_pool(node& document);

} // namespace faucet
