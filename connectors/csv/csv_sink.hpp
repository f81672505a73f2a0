#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Writes records to a CSV file.
sink_descriptor csv_sink();

} // namespace faucet
