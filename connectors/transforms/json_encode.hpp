#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Turns objects and lists in top-level fields into their compact JSON text. Everything else stays
/// as it is.
transform_descriptor json_encode_transform();

} // namespace faucet
