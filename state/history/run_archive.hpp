#pragma once

#include "model/error.hpp"
#include "state/history/run_record.hpp"
#include "state/history/sql_driver.hpp"

#include <chrono>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Which runs to list. What is empty does not restrict.
struct run_filter {
  std::vector<run_status> statuses; ///< any of them
  std::string name;
  std::string name_contains;
  std::string pool;
  std::string submitted_by;
  std::optional<instant> since; ///< submitted then or later
  std::optional<instant> until; ///< submitted before

  /// Labels that a run must have, all of them; nothing = with any value.
  std::map<std::string, std::optional<std::string>> labels;

  uint32_t limit = 50; ///< 1 to 500; what is beyond counts as the nearest of them
  std::string cursor;  ///< where an earlier page ended, or the id of a run
};

/// Newest first.
struct run_list {
  std::vector<run_record> runs;
  std::string next_cursor; ///< empty on the last page
};

/// A pipeline as it was submitted, perhaps sealed.
struct stored_config {
  std::string config;
  std::string format; ///< "yaml" or "json"
};

/// The run that was stored under an idempotency key, and what of.
struct key_holder {
  std::string fingerprint;
  std::string run;
  run_status status = run_status::pending;
  instant submitted_at;
};

/// What a request to forget a run came to.
enum class erase_outcome { missing, in_flight, erased };

/// How long things are kept. Nothing = for ever.
struct retentions {
  std::optional<std::chrono::seconds> ended_runs; ///< with their events, labels and logs
  std::optional<std::chrono::seconds> logs;       ///< lines that are older
  std::optional<std::chrono::seconds> audit;
  std::optional<std::chrono::seconds> members; ///< that have been silent
};

/// What was forgotten.
struct purged {
  uint64_t runs = 0;
  uint64_t log_lines = 0;
  uint64_t audit_entries = 0;
  bool more = false; ///< there is more of it
};

/// Shows and forgets runs. Failures and threads as with run_ledger.
class run_archive {
public:
  /// The driver must outlive it; its tables are there.
  explicit run_archive(sql_driver& database) : database_(database) {
    // nop
  }

  /// `invalid_config` where the cursor is none.
  expected<run_list> list(const run_filter& filter);

  /// How many runs there are in each status that has any, by the same filter; its limit and cursor
  /// do not matter.
  expected<std::map<run_status, uint64_t>> count(const run_filter& filter);

  /// Nothing where there is no such run, or none was kept.
  expected<std::optional<stored_config>> config(const std::string& run);

  /// Who has an idempotency key that has not expired; nothing where it is free.
  expected<std::optional<key_holder>> holder_of(const std::string& key);

  /// The sealed values of its secret params; nothing where it has none, or has ended.
  expected<std::optional<std::string>> sealed_values(const std::string& run);

  /// Forgets a run that has ended, with its idempotency key unless that is another run's by now.
  /// A callback that was not delivered yet stays in the outbox.
  expected<erase_outcome> erase(const std::string& run);

  /// Forgets what was kept for long enough, and expired idempotency keys, but no more at a time
  /// than takes a moment. What is done is done, also where the rest fails.
  expected<purged> purge_some(const retentions& kept);

private:
  sql_driver& database_;
};

} // namespace faucet
