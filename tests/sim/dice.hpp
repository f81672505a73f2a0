#pragma once

#include "tests/sim/virtual_time.hpp"

#include <cstdint>

namespace faucet::sim {

/// Everything that is left to chance. One seed gives one row of numbers, on every machine.
class dice {
public:
  explicit dice(uint64_t seed) noexcept : state_(seed) {
    // nop
  }

  /// SplitMix64.
  uint64_t next() noexcept {
    auto x = state_ += 0x9e3779b97f4a7c15U;
    x = (x ^ (x >> 30U)) * 0xbf58476d1ce4e5b9U;
    x = (x ^ (x >> 27U)) * 0x94d049bb133111ebU;
    return x ^ (x >> 31U);
  }

  /// A number of [low, high].
  int64_t between(int64_t low, int64_t high) noexcept {
    return low + static_cast<int64_t>(next() % static_cast<uint64_t>(high - low + 1));
  }

  /// A time of [low, high].
  virtual_time between(virtual_time low, virtual_time high) noexcept {
    return virtual_time(between(low.count(), high.count()));
  }

  /// True so many times of a thousand.
  bool chance(int64_t of_thousand) noexcept {
    return between(0, 999) < of_thousand;
  }

private:
  uint64_t state_;
};

} // namespace faucet::sim
