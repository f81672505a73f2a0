#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Reads one CSV file.
source_descriptor csv_source();

} // namespace faucet
