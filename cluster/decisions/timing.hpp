#pragma once

#include <algorithm>
#include <chrono>

namespace faucet {

/// How long things take in a cluster; the same on every member.
struct cluster_timing {
  using milliseconds = std::chrono::milliseconds;

  milliseconds lease = std::chrono::seconds(30);
  milliseconds poll = std::chrono::seconds(2);         ///< between two looks for waiting runs
  milliseconds flush_grace = std::chrono::seconds(30); ///< to stop in, for a run that is cancelled
  milliseconds drain_grace =
    std::chrono::seconds(60); ///< to end in, for runs of a member that leaves

  /// Between two renewals.
  [[nodiscard]] milliseconds tick() const noexcept {
    return lease / 3;
  }

  /// Between two signs of life in the history; several in a tick, so that a member that has nothing
  /// to renew knows at each tick that the history answers.
  [[nodiscard]] milliseconds heartbeat() const noexcept {
    return std::min<milliseconds>(std::chrono::seconds(1), tick() / 2);
  }

  /// Between two tries of what the history did not answer.
  [[nodiscard]] milliseconds retry() const noexcept {
    return lease / 15;
  }

  /// For an answer of the history. Several questions fit in between the end of a lease and its
  /// fence, so that one slow answer isolates nobody.
  [[nodiscard]] milliseconds history_wait() const noexcept {
    return lease / 6;
  }

  /// After a lease was asked for: a run whose lease was not renewed since is told to stop.
  [[nodiscard]] milliseconds fence() const noexcept {
    return lease * 2 / 3;
  }

  /// After a lease was asked for: nothing may be written any more. The rest of the lease is for
  /// clocks that run at different speeds, and for a write that is on its way.
  [[nodiscard]] milliseconds write_limit() const noexcept {
    return lease * 5 / 6;
  }
};

} // namespace faucet
