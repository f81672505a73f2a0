#pragma once

#include <cstdint>

namespace faucet::sim {

/// How often each kind of fault has befallen a cluster.
struct suffered_faults {
  uint32_t crashes = 0;
  uint32_t long_pauses = 0; ///< beyond the lease
  uint32_t partitions = 0;
  uint32_t outages = 0; ///< of the history, for everybody
  uint32_t drains = 0;

  friend bool operator==(const suffered_faults&, const suffered_faults&) = default;
};

} // namespace faucet::sim
