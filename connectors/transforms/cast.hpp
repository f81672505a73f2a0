#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Converts top-level fields to a type. Null stays null, and no number loses a digit: what fits no
/// 64-bit integer or no double becomes a decimal. What a type accepts stands in cast_cell.hpp.
transform_descriptor cast_transform();

} // namespace faucet
