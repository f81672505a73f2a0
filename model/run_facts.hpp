#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// Where a submitted run stands. Appended only: it crosses nodes of different versions.
enum class run_status : uint8_t {
  queued,    ///< Waits on a single node.
  pending,   ///< Waits for a member that serves its pool to claim it.
  running,   ///< Owned by one member, for as long as its lease lasts.
  sharded,   ///< Cut into shards, which are owned each by itself.
  completed, ///< Ended well.
  failed,    ///< Ended with an error, or gave up after too many attempts.
  cancelled, ///< Ended because somebody asked for it.
};

/// Name of a status as it appears in JSON and in the history, for example "running".
const char* to_string(run_status x) noexcept;

/// What a name in the history stands for. One that this version does not know reads as failed.
run_status stored_run_status(std::string_view name) noexcept;

/// The status of that name, as people write it in a filter; nothing where there is none.
std::optional<run_status> parse_run_status(std::string_view name) noexcept;

/// True for completed, failed and cancelled: nothing changes them any more.
bool is_terminal(run_status x) noexcept;

/// The right to work on a run. Every write about a run under way names it and counts only while the
/// history still says the same: each claim makes the epoch greater by one.
struct run_hold {
  std::string run;    ///< the run's id, a UUID of version 7
  uint64_t epoch = 0; ///< 1 for the first claim

  friend bool operator==(const run_hold&, const run_hold&) = default;
  friend auto operator<=>(const run_hold&, const run_hold&) = default;
};

/// Those of the first that the second lacks, in their order.
std::vector<run_hold> without(std::span<const run_hold> all, std::vector<run_hold> some);

} // namespace faucet
