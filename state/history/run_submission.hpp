#pragma once

#include "model/member_facts.hpp"
#include "model/run_facts.hpp"
#include "state/history/audit_log.hpp"
#include "state/instant.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Keeps a submission that is sent again from becoming a second run.
struct idempotency_claim {
  std::string key;
  std::string fingerprint;          ///< equal for equal submissions
  std::chrono::milliseconds window; ///< how long the key is kept; 0 = every submission is a new run
};

/// Where somebody wants to be told that a run has ended.
struct run_callback {
  std::string json;           ///< an object, as it was submitted: url, method, extra_fields …
  std::vector<run_status> on; ///< the ends to tell of
};

/// A run as it is submitted. All texts are UTF-8 without zero bytes.
struct new_run {
  std::string run; ///< its id, a UUID of version 7 that the caller has drawn
  run_status waiting = run_status::pending; ///< `queued` on a single node
  std::string name;                         ///< may be empty
  std::string pool = default_pool;
  std::map<std::string, std::string> labels;
  std::string submitted_by;  ///< empty: not known
  std::string config;        ///< the pipeline, as submitted or sealed; empty: none is kept
  std::string config_format; ///< "yaml" or "json"
  std::string
    sealed_values; ///< values of secret params; gone once the run has ended. May be empty.

  /// An object with what else the record shows: timeout_secs, clock, selection …
  std::string details = "{}";

  std::optional<idempotency_claim> idempotency;
  std::optional<run_callback> callback;

  std::optional<audit_entry> audit; ///< of who submitted it; stored with a fresh run
};

/// What became of a submission.
enum class submit_outcome {
  fresh,    ///< The run is stored.
  replay,   ///< It is the run that an equal submission with this key has made.
  conflict, ///< The key belongs to another submission. Nothing was stored.
};

struct submit_answer {
  submit_outcome outcome = submit_outcome::fresh;
  std::string run; ///< the run that was stored, or the one that has the key
  run_status status = run_status::pending;
  instant submitted_at;
};

} // namespace faucet
