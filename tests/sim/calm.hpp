#pragma once

#include "tests/sim/virtual_time.hpp"

#include <set>
#include <string>
#include <utility>

namespace faucet::sim {

struct world;

/// What must be so once the faults have ended and leases have had the time to end, too. Looked at
/// again and again.
class calm_check {
public:
  explicit calm_check(world& around) : world_(around) {
    // nop
  }

  void look();

private:
  void look_at_owners();
  void look_at_cancels();
  void look_at_waiting_runs();

  world& world_;
  virtual_time next_{0};
  std::set<std::pair<std::string, uint64_t>> waited_; ///< at the last look, where there was room
};

} // namespace faucet::sim
