#pragma once

#include "model/error.hpp"

#include <functional>
#include <thread>

namespace faucet {

/// Turns SIGINT and SIGTERM into a call: the first calls `on_first`, the second ends the program at
/// once with exit code 130. Make it before any other thread, so that they all inherit the mask.
class signal_watch {
public:
  /// With `takes_hangup` SIGHUP is a call, too, and ends nothing.
  explicit signal_watch(bool takes_hangup = false);
  signal_watch(const signal_watch&) = delete;
  signal_watch& operator=(const signal_watch&) = delete;
  ~signal_watch();

  /// Starts to listen. Fails where the system has no thread left to give.
  expected<void> start(std::function<void()> on_first, std::function<void()> on_hangup = {});

private:
  bool takes_hangup_;
  std::thread thread_;
};

} // namespace faucet
