#pragma once

#include "model/bookmark.hpp"
#include "model/error.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// How far an invocation has come.
struct progress {
  std::string row;
  uint64_t records_in = 0;  ///< read from the source
  uint64_t records_out = 0; ///< accepted by the sink
  std::chrono::milliseconds elapsed{0};
};

enum class outcome : uint8_t { completed, failed, cancelled };

const char* to_string(outcome how) noexcept;

/// How one invocation ended.
struct invocation_report {
  std::string row;
  std::string source; ///< type
  std::string sink;   ///< type
  outcome how = outcome::completed;
  uint64_t records_in = 0;
  uint64_t records_out = 0;
  uint64_t checkpoints = 0;
  std::chrono::milliseconds elapsed{0};
  std::optional<bookmark> position; ///< the newest durable one, if any
  error failure;                    ///< code none unless failed
};

/// How a run ended: one report an invocation, in the order of the pipeline file.
struct run_report {
  std::string pipeline;
  std::vector<invocation_report> invocations;

  /// Failed if any invocation failed, else cancelled if any was, else completed.
  [[nodiscard]] outcome how() const noexcept;
};

} // namespace faucet
