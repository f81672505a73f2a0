#pragma once

#include "database/postgres/connection.hpp"
#include "model/bookmark.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace faucet {

/// Transactions by their 64-bit numbers, as a read sees them.
struct transaction_horizon {
  uint64_t settled = 0; ///< all below have ended; what they committed is seen
  uint64_t next = 0;    ///< nothing that is seen was written from here on
};

/// Of the transaction that the connection is in. Warns where a transaction that has been running
/// for so long keeps rows back.
expected<transaction_horizon>
read_horizon(pg_connection& server, const std::function<void(std::string)>& warn,
             std::chrono::minutes long_running = std::chrono::minutes{5});

/// The rows that transactions wrote from one number up to, but not including, another.
struct transaction_slice {
  uint64_t from = 0; ///< 0: also rows without a transaction
  uint64_t upto = 0;

  friend bool operator==(const transaction_slice&, const transaction_slice&) = default;
};

/// The condition that a row is of the slice. `column` is the SQL of the column that holds the
/// transaction, `type` its type: xid, xid8 or bigint. Nothing for other types.
std::optional<std::string> slice_condition(const std::string& column, uint32_t type,
                                           const transaction_slice& slice, uint64_t next);

/// How far slices have been read. As a bookmark `{"horizon": 731}` between two slices, and
/// `{"horizon": 731, "upto": 760, "value": …, "boundary": […]}` within one.
struct slice_position {
  uint64_t horizon = 0; ///< all rows of transactions below are delivered
  /// Within a slice: where it ends, and how far it is read in the order of the cursor.
  std::optional<uint64_t> upto;
  std::optional<bookmark> within;

  /// Nothing where it is the bookmark of a read without slices.
  static expected<std::optional<slice_position>> parse(const bookmark& stored);

  [[nodiscard]] bookmark to_bookmark() const;
};

} // namespace faucet
