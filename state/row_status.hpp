#pragma once

#include "state/instant.hpp"
#include "state/store.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace faucet {

/// How one run of a row ended.
struct run_event {
  struct batch_counts {
    uint64_t attempted = 0;
    uint64_t committed = 0;
    uint64_t dlq_partial = 0; ///< Some rows went to the dead letters.
    uint64_t dlq_all = 0;     ///< All of them did.
    uint64_t failed = 0;
  };

  instant at;
  std::string run_id;
  uint64_t records = 0;
  uint64_t duration_ms = 0;
  std::string error_kind; ///< Name of the code; empty = it succeeded.
  std::string error;      ///< Without secrets; what is beyond 500 characters is cut off.
  std::optional<batch_counts> batches;
};

/// {"attempted":n,"committed":n,"dlq_partial":n,"dlq_all":n,"failed":n}
std::string to_json(const run_event::batch_counts& x);

/// What is known of the runs of a row, under `{row key}::__status__`:
/// {"last_success":…|null,"last_failure":…|null,"consecutive_failures":n}
struct row_status {
  std::optional<run_event> last_success;
  std::optional<run_event> last_failure;
  uint64_t consecutive_failures = 0;
};

std::string to_json(const row_status& x);

/// An error where the text is no status.
expected<row_status> read_status(std::string_view json);

/// The status of a row; nothing before its first run.
expected<std::optional<row_status>> find_status(state_store& store, const std::string& row_key);

/// Adds the end of a run to the status of its row. A status that cannot be read is begun anew; one
/// that is sealed with another key is an error.
expected<void> note_outcome(state_store& store, const std::string& row_key, run_event outcome);

} // namespace faucet
