#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Cuts a string field into a list. Records whose field is missing or no string stay as they are.
transform_descriptor split_transform();

} // namespace faucet
