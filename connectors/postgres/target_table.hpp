#pragma once

#include "connectors/postgres/postgres_sink_options.hpp"
#include "connectors/postgres/relation.hpp"

namespace faucet {

/// The name of the table in the options.
pg_table_name target_name(const postgres_sink_options& options);

/// Looks the table up and checks that it can take what the options say: it has the column for whole
/// records, those of the key, and for an upsert something unique on them. Nothing where there is
/// no table and one may be made.
expected<std::optional<pg_relation>> find_target(pg_connection& server,
                                                 const postgres_sink_options& options);

/// Whether the user of the connection may do what the sink will do with the table, or make it.
expected<void> check_rights(pg_connection& server, const postgres_sink_options& options,
                            const std::optional<pg_relation>& table);

} // namespace faucet
