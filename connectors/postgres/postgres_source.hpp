#pragma once

#include "connectors/descriptor.hpp"

namespace faucet {

/// Reads the rows of a query from PostgreSQL.
source_descriptor postgres_source();

} // namespace faucet
