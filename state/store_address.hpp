#pragma once

#include "config/component_spec.hpp"
#include "model/error.hpp"

#include <string>

namespace faucet {

/// The state block that a short text means: a URL of PostgreSQL or Redis, "file:DIR" or a folder,
/// "memory", or the block itself, {type: …, config: …}.
expected<component_spec> store_at(const std::string& address);

} // namespace faucet
