#pragma once

#include "connectors/sql/row_fingerprint.hpp"
#include "model/bookmark.hpp"
#include "model/error.hpp"
#include "model/page_builder.hpp"

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace faucet {

/// How far an incremental query has been read: the cursor value of the last row, and which rows at
/// that value have been read (its boundary), so that the next run, which reads that value again,
/// delivers only the others. As a bookmark `{"value": …, "boundary": ["<fingerprint>", …]}`, the
/// boundary null where too many rows share the value.
///
/// Values are told apart, never ordered: their order is the server's.
class cursor_position {
public:
  static constexpr size_t max_boundary_rows = 10'000;

  /// Nothing has been read. `warn` is told, once, that a boundary has grown too large.
  explicit cursor_position(std::function<void(std::string)> warn);

  /// Where an earlier run stopped. A bookmark that is no such object is a bare value without a
  /// boundary.
  static expected<cursor_position> parse(const bookmark& stored,
                                         std::function<void(std::string)> warn);

  /// Whether to deliver a row the server returned, cursor first: not where an earlier run delivered
  /// it. A row without a cursor is delivered and counted. Rows that are delivered must live until
  /// the next to_bookmark.
  bool admit(const value& cursor, const value& row);

  /// The bookmark after the rows so far; none before the first. The stored one, as it is, while
  /// nothing was added.
  std::optional<bookmark> to_bookmark();

  /// The stored value, to read from; null where nothing was stored.
  [[nodiscard]] const value& start() const noexcept {
    return start_;
  }

  /// Rows without a cursor.
  [[nodiscard]] uint64_t missing() const noexcept {
    return missing_;
  }

private:
  bool was_delivered(const row_fingerprint& row);
  void add_to_boundary(const value& row, const std::optional<row_fingerprint>& known);
  void settle();
  expected<void> read_boundary(const value& boundary);

  std::function<void(std::string)> warn_;
  row_fingerprinter fingerprint_;
  std::optional<bookmark> stored_;
  bool moved_ = false; ///< since `stored_`
  uint64_t missing_ = 0;
  bool has_warned_ = false;

  // -- where this run began ---------------------------------------------------

  page start_memory_;
  value start_;
  std::multiset<row_fingerprint> delivered_; ///< at the start, and not met again

  // -- where it is ------------------------------------------------------------

  page current_memory_; ///< holds `current_` once it is settled
  value current_;
  bool too_many_ = false; ///< the boundary is not kept
  std::vector<row_fingerprint> boundary_;
  std::vector<value> unsettled_;     ///< rows of the boundary whose fingerprints are not taken
  std::vector<std::string> foreign_; ///< stored texts of the boundary that are no fingerprints
};

} // namespace faucet
