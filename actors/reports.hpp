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

enum class outcome : uint8_t {
  completed,
  failed,
  cancelled,
  skipped, ///< It waited for something that failed, and was not started.
};

const char* to_string(outcome how) noexcept;

/// What became of the pages of one invocation at its sink.
struct page_counts {
  uint64_t attempted = 0;
  uint64_t committed = 0; ///< all records accepted
  uint64_t partial = 0;   ///< some records went to the dead letters
  uint64_t dead = 0;      ///< all of them did
  uint64_t failed = 0;
};

/// How one invocation ended.
struct invocation_report {
  std::string row;
  std::optional<std::string> parent_key; ///< of a child: the parent's record it belongs to
  std::string run_id;                    ///< empty where it was not started
  std::string source;                    ///< type
  std::string sink;                      ///< type
  outcome how = outcome::completed;
  uint64_t records_in = 0;
  uint64_t records_out = 0;
  uint64_t dead_letters = 0;
  uint64_t checkpoints = 0;
  page_counts pages;
  std::chrono::milliseconds elapsed{0};
  std::optional<bookmark> position; ///< the newest durable one, if any
  error failure;                    ///< code none unless failed; else why, in `what`, if known
};

/// "row-0", or "orders[42]" for a child.
std::string label_of(const invocation_report& x);

/// How a run ended: one report an invocation, in the order of the pipeline file.
struct run_report {
  std::string pipeline;
  std::vector<invocation_report> invocations;

  /// Failed if any invocation failed, else cancelled if any was, else completed.
  [[nodiscard]] outcome how() const noexcept;
};

} // namespace faucet
