#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Changes the letters of top-level text fields: Unicode, not only ASCII. Other values stay as they
/// are.
transform_descriptor value_case_transform();

} // namespace faucet
