#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <span>
#include <string>
#include <string_view>

namespace faucet {

/// A mistake in the options of a connector or transform, at the place of that key or, where it is
/// not given, of the whole block.
tl::unexpected<error> config_error(const node& config, std::string_view key, std::string what);

/// Refuses options that the grammar has and this build has not, at their place.
expected<void> refuse_unsupported(const node& config, std::span<const std::string_view> keys);

} // namespace faucet
