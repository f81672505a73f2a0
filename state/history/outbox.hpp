#pragma once

#include "model/error.hpp"
#include "state/history/run_record.hpp"
#include "state/history/sql_driver.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace faucet {

/// A callback that is to be made.
struct delivery {
  uint64_t id = 0;
  uint64_t tries = 0;   ///< 1 for the first
  std::string callback; ///< the object that was submitted
  run_record record;    ///< the run as it ended
};

/// Callbacks of runs that have ended, put there in the transaction that ended them. Each is
/// delivered at least once, or given up by who delivers. Failures and threads as with run_ledger.
class outbox {
public:
  /// The driver must outlive it; its tables are there.
  explicit outbox(sql_driver& database) : database_(database) {
    // nop
  }

  /// Takes deliveries that are due, oldest first. Nobody else gets them before `lease` has passed.
  expected<std::vector<delivery>> take(uint32_t limit, std::chrono::milliseconds lease);

  /// Forgets deliveries: they were made, or given up.
  expected<void> settle(std::span<const uint64_t> ids);

  /// Makes a delivery due again after a pause. `error` is what went wrong, without secrets.
  expected<void> postpone(uint64_t id, std::chrono::milliseconds pause, const std::string& error);

private:
  sql_driver& database_;
};

} // namespace faucet
