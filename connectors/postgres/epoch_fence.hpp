#pragma once

#include "connectors/postgres/relation.hpp"
#include "connectors/write_epoch.hpp"

namespace faucet {

/// Lets transactions of one epoch through until a newer one has begun. The epochs stand in a table
/// beside the one that is written: a transaction locks its line there until it has committed, and a
/// newer owner, who changes the line, waits for that.
class pg_epoch_fence {
public:
  /// Makes the table in that schema where it is missing (none: where the search path says), stores
  /// the epoch, and forgets those of long ago.
  static expected<pg_epoch_fence> raise(pg_connection& server, std::optional<std::string> schema,
                                        write_epoch mine);

  /// Refuses the transaction that is open where a newer epoch is stored; else none can be until it
  /// ends. Called right before the COMMIT, so that a successor waits for no more than that.
  expected<void> check(pg_connection& server) const;

private:
  pg_epoch_fence(write_epoch mine, std::string table)
    : mine_(std::move(mine)), table_(std::move(table)) {
    // nop
  }

  expected<void> store(pg_connection& server) const;

  /// What is stored; nothing where nothing is. `locked`: it stays until the transaction ends.
  expected<std::optional<uint64_t>> stored(pg_connection& server, bool locked) const;

  write_epoch mine_;
  std::string table_; ///< as SQL reads it
};

/// The same where there may be none.
expected<void> check_epoch(pg_connection& server, const pg_epoch_fence* fence);

} // namespace faucet
