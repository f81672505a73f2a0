#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Reads files, one after another.
source_descriptor file_source();

} // namespace faucet
