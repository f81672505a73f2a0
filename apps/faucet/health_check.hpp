#pragma once

#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/timed_call.hpp"

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace faucet {

enum class probe_status { pass, fail, skip };

const char* to_string(probe_status x) noexcept;

/// One question to the outside world, and what came of it.
struct probe {
  std::string role; ///< "source", "sink", "dlq" or "state"
  std::string connector;
  std::string name;
  probe_status status = probe_status::skip;
  std::string reason; ///< why it failed or was left out
  std::string hint;   ///< what may help
  uint64_t elapsed_ms = 0;
};

/// The probes of one row.
struct checked_row {
  std::string id;
  std::string delivery; ///< as delivery_of tells
  std::vector<probe> probes;
};

struct check_counts {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
};

check_counts count(const std::vector<checked_row>& rows);

struct check_settings {
  std::chrono::seconds limit{10}; ///< for each probe
  bool offline = false;           ///< only options are checked, nothing is reached
};

/// Probes what each row needs, several at a time, each no longer than the limit. What several rows
/// share is probed for the first of them, and left out for the others. Nothing is read, written or
/// changed but a key of its own in each state store, which is removed.
std::vector<checked_row> check_rows(const pipeline_state& state, const check_settings& how);

} // namespace faucet
