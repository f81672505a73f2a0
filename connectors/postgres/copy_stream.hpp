#pragma once

#include "connectors/postgres/copy_rows.hpp"
#include "connectors/postgres/epoch_fence.hpp"

#include <chrono>
#include <utility>

namespace faucet {

/// Adds rows by a COPY that goes on from page to page, so that the server works while the next
/// page is made and a commit is not paid for each. Memory does not grow with the rows. A COPY is
/// ended, and with that committed, by `finish`, and about every second.
class pg_copy_stream {
public:
  /// All of these outlive the stream; `fence` may be none.
  pg_copy_stream(pg_connection& server, const std::string& table,
                 const std::vector<pg_column>& columns, pg_cell_text& texts,
                 const pg_epoch_fence* fence);

  /// Adds the records of a page at these positions, with these columns. What the server refuses may
  /// be said only by a later call; it names the row nevertheless.
  expected<void> write(const page& rows, const std::vector<size_t>& positions,
                       const std::vector<size_t>& columns, pg_field_places& places);

  /// Makes everything durable.
  expected<void> finish();

  /// Forgets what is not yet durable.
  void abandon();

  /// What was written and is not committed. After a failure, and at the end, it is taken back.
  [[nodiscard]] left_out uncommitted() const noexcept {
    return uncommitted_;
  }

  /// Rows that the server took less than were sent, since the last call.
  uint64_t take_dropped() noexcept {
    return std::exchange(dropped_, 0);
  }

private:
  using clock = std::chrono::steady_clock;

  /// Which records the lines of a COPY are.
  struct copied_page {
    uint64_t first_line;
    uint64_t first_record;         ///< of the run
    std::vector<uint32_t> skipped; ///< positions that are not among the lines
  };

  [[nodiscard]] bool fits(const std::vector<size_t>& columns) const;
  expected<void> start(const std::vector<size_t>& columns);
  /// Of the transaction around the COPY, where a fence asks for one.
  expected<void> commit();
  void roll_back();
  /// Names the record at that line of the COPY.
  [[nodiscard]] std::string record_at(uint64_t line) const;
  [[nodiscard]] error refused(error why) const;

  pg_connection& server_;
  const std::string& table_;
  const std::vector<pg_column>& columns_;
  pg_cell_text& texts_;
  const pg_epoch_fence* fence_;
  std::optional<pg_copy_rows> rows_; ///< of the COPY that is open
  std::vector<copied_page> pages_;
  left_out uncommitted_; ///< of pages whose write did not fail
  uint64_t lines_ = 0;
  uint64_t records_ = 0; ///< of the run, before the page
  uint64_t dropped_ = 0;
  clock::time_point committed_ = clock::now();
};

} // namespace faucet
