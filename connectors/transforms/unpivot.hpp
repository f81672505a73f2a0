#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Makes a record of each column, or of each entry of an object: a few identifying fields, the name
/// and the value.
transform_descriptor unpivot_transform();

} // namespace faucet
