#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Gives top-level fields other names, all at once: a → b and b → a swap. Fields keep their place.
transform_descriptor rename_field_transform();

} // namespace faucet
