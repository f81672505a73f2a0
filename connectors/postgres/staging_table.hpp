#pragma once

#include "connectors/postgres/epoch_fence.hpp"

namespace faucet {

/// Makes the table that the rows of a run go to before they replace those of `target`: the same
/// columns, constraints and indexes, so that what the table would refuse is refused at once. It is
/// unlogged: nobody misses it after a crash.
expected<pg_relation> create_staging(pg_connection& server, const pg_relation& target);

/// The same for a table that is not there yet, with the columns that it will have.
expected<pg_relation> create_staging(pg_connection& server, const pg_table_name& target,
                                     const std::string& columns);

/// Drops the stagings of the table that runs left behind long ago.
expected<void> drop_stale_stagings(pg_connection& server, const std::string& schema,
                                   const std::string& table);

/// The rows of `staging`, in these columns of it, become the only ones of `target`, and `staging`
/// goes, all in one transaction. The table stays the one it is: with its owner, rights, indexes,
/// and the views upon it. Without a staging the table is emptied. `fence` may be none.
expected<void> replace_rows(pg_connection& server, const pg_relation& target,
                            const pg_relation* staging, std::span<const size_t> columns,
                            const pg_epoch_fence* fence);

} // namespace faucet
