#pragma once

#include "cluster/decisions/moment.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstdint>

namespace faucet::sim {

/// The clock of one node: it starts anywhere and goes too fast or too slow.
struct own_clock {
  int64_t start_ms = 0;
  int64_t drift_ppm = 0;

  [[nodiscard]] moment at(virtual_time t) const noexcept {
    return moment(virtual_time(start_ms + t.count() + t.count() * drift_ppm / 1'000'000));
  }

  /// The first time at which it shows a moment, or a later one.
  [[nodiscard]] virtual_time when(moment x) const noexcept {
    auto shown = x.time_since_epoch().count() - start_ms;
    virtual_time t(shown * 1'000'000 / (1'000'000 + drift_ppm));
    while (at(t) < x) {
      ++t;
    }
    return t;
  }
};

} // namespace faucet::sim
