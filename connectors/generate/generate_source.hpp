#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Makes records out of nothing but a seed and their number, for demos, tests and measurements.
source_descriptor generate_source();

} // namespace faucet
