#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <span>
#include <string_view>

namespace faucet {

/// Refuses options that the grammar has and this build has not, at their place.
expected<void> refuse_unsupported(const node& config, std::span<const std::string_view> keys);

} // namespace faucet
