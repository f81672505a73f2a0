#pragma once

#include <chrono>
#include <cstdint>
#include <mutex>

namespace faucet {

/// What a node knows of the runs that wait in its cluster. While many more may, they are not
/// counted for each submission anew: how many there were a moment ago, and what was let in since,
/// tells enough. Used from several threads.
class queue_room {
public:
  using clock = std::chrono::steady_clock;

  /// Lets one more in, if it is known that there is room for it among `most`; else the history has
  /// to count.
  [[nodiscard]] bool let_in(uint64_t most, clock::time_point now);

  /// So many wait, as the history says now.
  void counted(uint64_t waiting, clock::time_point now);

private:
  std::mutex mutex_;
  uint64_t waiting_ = 0;
  uint64_t let_in_ = 0;
  clock::time_point until_; ///< when they are counted again
};

} // namespace faucet
