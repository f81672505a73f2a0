#pragma once

#include <atomic>
#include <chrono>

namespace faucet {

/// Until when somebody may write. The one who is told of leases changes it, and those who write
/// look, each in a thread of its own. Time is the machine's,
/// so that a process that was paused finds it over.
class write_permit {
public:
  using clock = std::chrono::steady_clock;

  explicit write_permit(clock::time_point until) noexcept : until_(until.time_since_epoch()) {
    // nop
  }

  [[nodiscard]] bool holds() const noexcept {
    return clock::now().time_since_epoch() < until_.load();
  }

  void extend(clock::time_point until) noexcept {
    if (until_.load() != withdrawn) {
      until_ = until.time_since_epoch();
    }
  }

  /// Nothing is written any more, whatever it is extended to.
  void withdraw() noexcept {
    until_ = withdrawn;
  }

private:
  static constexpr auto withdrawn = clock::duration::min();

  std::atomic<clock::duration> until_;
};

} // namespace faucet
