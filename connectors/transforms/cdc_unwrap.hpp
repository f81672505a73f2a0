#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Turns change events into rows with a marker: "u" for a row as it now is, "d" for one that is
/// gone.
transform_descriptor cdc_unwrap_transform();

} // namespace faucet
