#pragma once

#include "connectors/postgres/epoch_fence.hpp"
#include "connectors/postgres/row_sender.hpp"

#include <functional>

namespace faucet {

/// Rows that are written together, and what to do with one that the server refuses.
struct pg_row_group {
  pg_row_sender* rows;
  /// Gets the position among `rows` and why. Where it fails, nothing is written at all.
  std::function<expected<void>(size_t row, error why)> refused;
  uint64_t written = 0; ///< as the server counts
};

/// Writes all groups in one transaction, in this order. Where the server refuses rows, finds out
/// which, and writes all others. Sends nothing twice whose outcome is not known: a connection that
/// breaks is a failure. `fence` may be none.
expected<void> write_in_transaction(pg_connection& server, std::span<pg_row_group> groups,
                                    const pg_epoch_fence* fence);

/// Whether a failure is about the rows and not about the table, the rights or the server.
bool is_about_rows(std::string_view sqlstate) noexcept;

} // namespace faucet
