#pragma once

#include "model/error.hpp"
#include "model/member_facts.hpp"

#include <chrono>
#include <string>
#include <vector>

namespace faucet {

/// A member that has let itself be heard of lately.
struct live_member {
  member_facts facts;
  std::chrono::milliseconds silence{0}; ///< since its newest heartbeat, by the database's clock

  friend bool operator==(const live_member&, const live_member&) = default;
};

/// The members of the cluster. Failures and threads as with run_ledger.
class member_registry {
public:
  virtual ~member_registry() = default;

  /// Says that a member lives, and what it is like now. The first time it enters the registry.
  virtual expected<void> heartbeat(const member_facts& facts) = 0;

  /// Members whose newest heartbeat is at most that old, by instance. A window of 0 holds nobody. A
  /// member of a release that does not tell its formats has format 0 and no pools.
  virtual expected<std::vector<live_member>> live(std::chrono::milliseconds window) = 0;

  /// Takes a member out of the registry.
  virtual expected<void> leave(const std::string& instance) = 0;
};

/// The newest format of stored state that all of them read; `own` where there is nobody.
uint32_t lowest_state_format(const std::vector<live_member>& members, uint32_t own) noexcept;

} // namespace faucet
