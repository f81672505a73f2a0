#pragma once

#include "connectors/write_epoch.hpp"
#include "database/sqlite/connection.hpp"

namespace faucet {

/// Lets transactions of one epoch through until a newer one has begun. The epochs stand in a table
/// of the database that is written, so that the same lock guards both. Each function is called
/// within a transaction of the caller's.
class sqlite_epoch_fence {
public:
  explicit sqlite_epoch_fence(write_epoch mine) : mine_(std::move(mine)) {
    // nop
  }

  /// Makes the table where it is missing, stores the epoch, and forgets those of long ago.
  expected<void> raise(sqlite_connection& database) const;

  /// Refuses the transaction where a newer epoch is stored.
  expected<void> check(sqlite_connection& database) const;

private:
  write_epoch mine_;
};

} // namespace faucet
