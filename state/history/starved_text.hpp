#pragma once

#include <chrono>
#include <cstdint>
#include <string>

namespace faucet {

/// Why a run failed that waited for too long in a pool that nobody serves. `epoch` is that of its
/// last owner, 0 where it never had one.
inline std::string starved_text(const std::string& pool, std::chrono::seconds waited,
                                uint64_t epoch) {
  auto result = "pool_unavailable: no live cluster member served pool `" + pool + "` for "
                + std::to_string(waited.count()) + "s (--pool-wait-timeout-secs); ";
  return result
         + (epoch == 0 ? "the run was never started"
                       : "the run had begun, as epoch " + std::to_string(epoch)
                           + ", and waited for its next owner");
}

} // namespace faucet
