#pragma once

#include "model/run_facts.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What a member asks for when it has room.
struct claim_terms {
  std::string owner; ///< its instance

  /// The pools that it serves; nothing = any.
  std::optional<std::vector<std::string>> pools;

  uint32_t limit = 0;                 ///< the most runs that it takes
  std::chrono::milliseconds lease{0}; ///< how long they are its own unless it renews
};

/// A run that has become somebody's own, with all that is needed to execute it.
struct claimed_run {
  run_hold hold;
  uint32_t attempt = 1; ///< 1 where no execution of it was cut short by the death of its owner
  bool cancel_requested = false; ///< Somebody asked while an earlier owner had it.
  std::string name;
  std::string pool;
  std::map<std::string, std::string> labels;
  std::string config; ///< empty where none is kept
  std::string config_format;
  std::string details;                 ///< as they were submitted
  std::string sealed_values;           ///< of its secret params; empty where there are none
  std::chrono::milliseconds waited{0}; ///< since it was submitted, or last waited again
};

/// What a renewal came to. A hold that is not among `mine` is lost: write nothing more for it.
struct lease_renewal {
  std::vector<run_hold> mine;
  std::vector<run_hold> cancelled; ///< those of `mine` that somebody wants to end
};

/// How an owner ends a run.
struct run_end {
  run_hold hold;
  run_status status = run_status::completed; ///< completed, failed or cancelled
  std::string error;                         ///< without secrets; empty where it ended well

  /// An object with what else the record shows: records_written, invocations …
  std::string outcome = "{}";
};

/// What ending some runs came to.
struct counted_ends {
  std::vector<run_hold> counted; ///< those for which it counted
  /// Of those that ended now and that somebody wanted cancelled: the time since that was asked.
  std::vector<std::chrono::milliseconds> since_cancel = {};
};

/// A run that was taken from an owner who did not renew.
struct reclaimed_run {
  run_hold lost;       ///< what the owner had
  std::string owner;   ///< may be empty
  std::string pool;    ///< where it waits again
  bool failed = false; ///< It had been attempted often enough; otherwise it waits for a new owner.

  friend bool operator==(const reclaimed_run&, const reclaimed_run&) = default;
};

/// The pools in which they wait again, one for each that does.
inline std::vector<std::string> pools_of(const std::vector<reclaimed_run>& taken) {
  std::vector<std::string> result;
  for (const auto& run : taken) {
    if (!run.failed) {
      result.push_back(run.pool);
    }
  }
  return result;
}

/// What a request to cancel came to.
struct cancel_answer {
  enum class kind {
    missing,   ///< There is no such run.
    ended,     ///< It had ended before, see `status`.
    cancelled, ///< It waited, and has ended now.
    asked,     ///< `owner` has it, and learns of the request with its next renewal.
  };

  kind outcome = kind::missing;
  run_status status = run_status::cancelled; ///< where the run stands now, unless it is missing
  std::string owner;                         ///< empty unless it was asked
};

/// Runs that wait in one pool.
struct pool_backlog {
  std::string pool;
  uint64_t pending = 0;

  friend bool operator==(const pool_backlog&, const pool_backlog&) = default;
};

} // namespace faucet
