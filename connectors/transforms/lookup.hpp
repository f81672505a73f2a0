#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Adds fields of a matching reference row to each record. The reference rows stand in the options
/// or in a file, which is read when the run begins, and are held in memory.
transform_descriptor lookup_transform();

} // namespace faucet
