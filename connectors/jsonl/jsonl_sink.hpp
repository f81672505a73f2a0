#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Writes one JSON object a line to a file.
sink_descriptor jsonl_sink();

} // namespace faucet
