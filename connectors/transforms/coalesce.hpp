#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Fills a top-level field that is missing or null, from a default or from the first other field
/// that is neither. A record where nothing is found stays as it is.
transform_descriptor coalesce_transform();

} // namespace faucet
