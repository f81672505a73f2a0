#pragma once

#include "model/run_facts.hpp"
#include "state/instant.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <string>

namespace faucet {

/// What the history knows of a run, without its config.
struct run_record {
  std::string run;
  std::string name; ///< may be empty
  std::string pool;
  std::map<std::string, std::string> labels;
  std::string submitted_by;    ///< may be empty
  std::string idempotency_key; ///< may be empty

  run_status status = run_status::pending;
  std::string owner;          ///< who has it, or who ended it; may be empty
  uint64_t epoch = 0;         ///< of the newest claim, 0 before the first
  uint32_t lost_attempts = 0; ///< executions that were cut short by the death of their owner
  bool cancel_requested = false;

  instant submitted_at;
  std::optional<instant> started_at; ///< the newest claim; nothing while it waits
  std::optional<instant> finished_at;

  std::string error; ///< empty unless it failed

  /// The objects that were submitted and reported. Neither is checked: whoever reads them must bear
  /// text that is no JSON.
  std::string details;
  std::string outcome; ///< empty before the end
};

} // namespace faucet
