#pragma once

#include "tests/sim/planted_bug.hpp"
#include "tests/sim/suffered_faults.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstdint>
#include <optional>
#include <string>

namespace faucet::sim {

struct life_choice {
  uint64_t seed = 1;
  planted_bug bug = planted_bug::none;
  bool tracing = false;
};

/// What came of one life.
struct life_report {
  uint64_t seed = 0;
  std::optional<std::string> violation; ///< what must not have happened and did
  virtual_time ended{0};
  uint64_t happened = 0; ///< so many things
  uint64_t runs = 0;
  uint64_t stale_writes = 0; ///< that sinks without an epoch check took from an owner that was late
  suffered_faults suffered;
};

/// Ten minutes of a cluster of 3 to 9 nodes, with runs, cancels, and faults: at least one crash,
/// one pause beyond the lease, one partition, clocks that run apart, one outage of the history.
/// Then the faults end, and every run must. The same choice always gives the same life.
life_report live(const life_choice& choice);

} // namespace faucet::sim
