#pragma once

#include "cluster/decisions/timing.hpp"
#include "tests/sim/destination.hpp"
#include "tests/sim/dice.hpp"
#include "tests/sim/ledger_model.hpp"
#include "tests/sim/network.hpp"
#include "tests/sim/node.hpp"
#include "tests/sim/planted_bug.hpp"
#include "tests/sim/registry_model.hpp"
#include "tests/sim/suffered_faults.hpp"
#include "tests/sim/virtual_time.hpp"
#include "tests/sim/weather.hpp"
#include "tests/sim/witness.hpp"

#include <cstdint>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace faucet::sim {

/// What one simulated life is like, as its seed has it.
struct life_settings {
  uint64_t seed = 1;
  planted_bug bug = planted_bug::none;
  bool tracing = false;
  std::size_t places = 3; ///< for nodes
  cluster_timing timing;
  uint32_t max_attempts = 3;
  bool mesh = true;
  bool fast_failover = true;
  std::optional<virtual_time> pool_wait;
};

/// Everything there is in one simulated life.
struct world {
  explicit world(const life_settings& chosen);

  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Prints what `describe` says, with the time, where somebody wants to read it.
  template <class Describe>
  void trace(const std::string& who, Describe&& describe) {
    if (settings.tracing) {
      std::cout << time.now().count() << ' ' << who << ": " << describe() << '\n';
    }
  }

  /// The node that runs this instance; null where none does any more.
  node* find(const std::string& instance);

  life_settings settings;
  timeline time;
  dice chance;
  ledger_model ledger;
  registry_model registry;
  witness seen;
  weather conditions;
  network mesh;
  std::map<std::string, destination> destinations; ///< of each run
  std::vector<std::unique_ptr<node>> nodes;
  suffered_faults suffered;
};

} // namespace faucet::sim
