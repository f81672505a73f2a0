#pragma once

#include <cstddef>
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
  std::string delivery; ///< as delivery_of tells; may be empty
  std::vector<probe> probes;
};

struct check_counts {
  size_t passed = 0;
  size_t failed = 0;
  size_t skipped = 0;
};

check_counts count(const std::vector<checked_row>& rows);

/// `{config, invocations: [{id, probes: […], delivery}], summary}`.
std::string report_json(const std::string& config, const std::vector<checked_row>& rows,
                        uint64_t elapsed_ms);

} // namespace faucet
