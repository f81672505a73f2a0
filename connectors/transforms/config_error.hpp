#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// A mistake in a transform's options, at the place of that key or, where it is not given, of the
/// whole block.
tl::unexpected<error> config_error(const node& config, std::string_view key, std::string what);

} // namespace faucet
