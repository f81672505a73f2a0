#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Keeps the records whose value at a path passes a test, untouched. Numbers are equal where their
/// values are; a record without the path passes `ne` and `not_in` only.
transform_descriptor filter_transform();

} // namespace faucet
