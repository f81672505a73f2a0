#pragma once

#include "model/error.hpp"
#include "state/history/sql_driver.hpp"
#include "state/instant.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace faucet {

/// A line that a run has logged.
struct log_line {
  /// Orders the lines of a run, whichever nodes it ran on: the time in microseconds, its low 12
  /// bits a counter; see log_sequence.
  uint64_t sequence = 0;
  instant at;
  std::string level;
  std::string line;
  std::string attributes; ///< a JSON object; may be empty
};

/// Gives each line of a process a greater number than the line before, and hardly ever one that
/// another process gives.
class log_sequence {
public:
  log_sequence();

  uint64_t next(instant now) noexcept;

private:
  uint64_t first_; ///< of the counter, drawn by lot
  uint64_t last_ = 0;
};

/// What one run has logged.
struct run_lines {
  std::string run;
  std::vector<log_line> lines;
};

/// Lines of a run that follow one another.
struct log_page {
  std::vector<log_line> lines;
  uint64_t dropped = 0; ///< lines of this run that were too many to be kept
};

/// Keeps what runs log. Failures and threads as with run_ledger.
class log_store {
public:
  /// Keeps at most that many lines of a run; 0 = none at all. The driver must outlive it; its
  /// tables are there.
  log_store(sql_driver& database, uint64_t most_lines)
    : database_(database), most_lines_(most_lines) {
    // nop
  }

  /// What is beyond the limit is counted and dropped. Lines of a run that is not there any more are
  /// left out, for nobody would delete them. Lines that an earlier call has stored, its
  /// answer lost, are not stored twice.
  expected<void> append(const std::string& run, std::span<const log_line> lines);

  /// The same for several runs in one transaction. Each run is there once.
  expected<void> append(std::span<const run_lines> logs);

  /// Lines that follow a number, at most that many.
  expected<log_page> read(const std::string& run, uint64_t after, uint32_t limit);

private:
  sql_driver& database_;
  uint64_t most_lines_;
};

} // namespace faucet
