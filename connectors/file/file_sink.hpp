#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Writes records to a file, or to one file after another, in a format that goes by the name.
sink_descriptor file_sink();

} // namespace faucet
