#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Replaces JSON text in string fields by what it says, every digit kept. Fields that are missing
/// or no string stay as they are.
transform_descriptor json_parse_transform();

} // namespace faucet
