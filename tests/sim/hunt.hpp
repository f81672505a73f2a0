#pragma once

#include "tests/sim/life.hpp"
#include "tests/sim/planted_bug.hpp"

#include <chrono>
#include <cstdint>
#include <limits>
#include <optional>

namespace faucet::sim {

/// Which seeds to live through, and for how long.
struct hunt_choice {
  uint64_t first_seed = 1;
  uint64_t seeds = std::numeric_limits<uint64_t>::max();
  std::chrono::milliseconds time = std::chrono::milliseconds::max();
  uint32_t jobs = 1;
  planted_bug bug = planted_bug::none;
};

struct hunt_report {
  uint64_t lives = 0;
  uint64_t happened = 0;
  uint64_t runs = 0;
  uint64_t stale_writes = 0;
  suffered_faults suffered;         ///< in all lives together
  std::optional<life_report> found; ///< the first life in which something was that must not be
};

/// Lives through one seed after another, `jobs` at a time, until something is found.
hunt_report hunt(const hunt_choice& choice);

} // namespace faucet::sim
