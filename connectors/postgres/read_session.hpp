#pragma once

#include "connectors/driver.hpp"
#include "connectors/postgres/source_options.hpp"
#include "database/postgres/connection.hpp"

namespace faucet {

/// A connection within one read-only transaction that sees one state of the database throughout,
/// and that writes values in the forms that pg_cell_reader reads.
expected<pg_connection> open_read_session(const postgres_source_options& options,
                                          const driver_context& context);

} // namespace faucet
