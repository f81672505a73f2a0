#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Sets top-level fields to configured values: in place where a record has the field, else at its
/// end.
transform_descriptor set_transform();

} // namespace faucet
