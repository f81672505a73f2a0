#pragma once

#include "connectors/sqlite/sqlite_sink_options.hpp"
#include "connectors/sqlite/table_writer.hpp"

namespace faucet {

/// Opens the database of a sink. One that may not be written is refused.
expected<sqlite_connection> open_target(const sqlite_sink_options& options,
                                        const driver_context& context, sqlite_access access);

/// Readies a connection for many transactions.
expected<void> tune_for_writing(sqlite_connection& database, const sqlite_sink_options& options);

/// The table of a sink, be it there or not, if nothing stands in the way of writing it.
expected<sqlite_table> find_target(sqlite_connection& database, const sqlite_sink_options& options);

/// Makes a table of that name for the records of a first page; none where they have no field.
expected<void> create_target(sqlite_connection& database, const sqlite_sink_options& options,
                             std::string_view name, const page& rows);

/// Writes as the options say to a table that is there.
expected<table_writer> writer_for(sqlite_connection& database, const sqlite_sink_options& options,
                                  sqlite_table table);

} // namespace faucet
