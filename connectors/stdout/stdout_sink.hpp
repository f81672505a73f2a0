#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Writes records to the standard output or error.
sink_descriptor stdout_sink();

} // namespace faucet
