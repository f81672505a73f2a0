#pragma once

#include "model/run_facts.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstdint>

namespace faucet::sim {

/// What a run has to do, and how far it got: the sink with its bookmark.
struct destination {
  uint32_t pages = 1;
  virtual_time page_time{100};            ///< to read one
  run_status end = run_status::completed; ///< of the run, if nobody stops it
  bool fencing = true;                    ///< the sink checks epochs
  bool kills = false;                     ///< it kills the node that executes it
  uint32_t written = 0;                   ///< the bookmark
  uint64_t newest_epoch = 0;              ///< that wrote
};

} // namespace faucet::sim
