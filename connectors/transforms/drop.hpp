#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Removes the listed top-level fields.
transform_descriptor drop_transform();

} // namespace faucet
