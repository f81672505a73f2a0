#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Moves the fields of nested objects up to the top, their names joined by a separator. Lists and
/// empty objects stay as they are. Two fields that would get one name are an error.
transform_descriptor flatten_transform();

} // namespace faucet
