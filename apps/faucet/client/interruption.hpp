#pragma once

#include "apps/program/signal_watch.hpp"

#include <atomic>

namespace faucet {

/// Whether somebody has had enough of waiting (SIGINT, SIGTERM). Make it before what is waited for
/// begins: a signal that comes earlier than `listen` is heard then.
class interruption {
public:
  /// Fails where the system has no thread left to give.
  expected<void> listen() {
    return signals_.start([this] { happened_ = true; });
  }

  [[nodiscard]] const std::atomic<bool>& happened() const noexcept {
    return happened_;
  }

private:
  std::atomic<bool> happened_{false};
  signal_watch signals_;
};

} // namespace faucet
