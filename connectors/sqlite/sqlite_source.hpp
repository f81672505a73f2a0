#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Reads the rows of one query on a SQLite database.
source_descriptor sqlite_source();

} // namespace faucet
