#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Writes one table of a SQLite database, a transaction a page.
sink_descriptor sqlite_sink();

} // namespace faucet
