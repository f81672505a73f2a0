#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Replaces whatever the listed top-level fields hold, null too, by a mask.
transform_descriptor redact_transform();

} // namespace faucet
