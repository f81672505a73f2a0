#pragma once

#include "model/error.hpp"
#include "state/history/sql_driver.hpp"
#include "state/instant.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Something that happened to a run, appended in the transaction in which it happened.
struct history_event {
  uint64_t sequence = 0; ///< grows with time within one run
  std::string run;
  instant at; ///< by the clock of the database

  /// submitted, claimed, started, requeued, handed_back, cancel_requested, completed, failed,
  /// cancelled or result_discarded.
  std::string kind;

  std::string owner;  ///< who had the run; empty where nobody had
  uint64_t epoch = 0; ///< of its newest claim, or of the result that was discarded
  std::string detail; ///< may be empty
};

/// Reads what happened. Failures and threads as with run_ledger.
class event_log {
public:
  /// The driver must outlive it; its tables are there.
  explicit event_log(sql_driver& database) : database_(database) {
    // nop
  }

  /// Events of one run, or of all, that follow a sequence number, at most that many.
  expected<std::vector<history_event>> read(const std::optional<std::string>& run, uint64_t after,
                                            uint32_t limit);

private:
  sql_driver& database_;
};

} // namespace faucet
