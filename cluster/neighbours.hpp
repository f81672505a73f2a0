#pragma once

#include "model/error.hpp"
#include "state/history/member_registry.hpp"
#include "state/history/run_ledger.hpp"

#include <atomic>
#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faucet {

/// A node that is about to take runs of a history.
struct newcomer {
  bool clustered = false;
  std::chrono::milliseconds lease{0};              ///< who is silent for longer is gone
  std::chrono::milliseconds pause{100};            ///< between two looks at who lives
  std::chrono::milliseconds patience{60'000};      ///< with a history that does not answer
  std::shared_ptr<const std::atomic<bool>> stop;   ///< ends the wait
  std::function<void(const std::string&)> waits{}; ///< told why, once each; may be empty
};

/// A node alone fails what it cannot end, a cluster goes on with it: they do not share a history.
/// Refuses where a node of the other kind lives. One that has been silent for less than a lease may
/// have died, so waits until it is heard of again or its lease has ended. A node of a release that
/// does not tell its kind counts as of a cluster. Two that start within the same moment do not see
/// each other; the one alone leaves as soon as it hears of the other.
expected<void> meet_neighbours(member_registry& members, const newcomer& self);

/// Why such a node must not work on the history of those; nothing where they are of its kind.
std::optional<error> conflict_with(std::span<const live_member> live, bool clustered);

/// For a node alone: fails the runs whose lease has ended, see run_ledger, and tells their ids. Not
/// where a member of a cluster lives, which would go on with them: it may have come while this node
/// was paused or cut off.
expected<std::vector<std::string>> recover_alone(member_registry& members, run_ledger& ledger,
                                                 std::chrono::milliseconds lease);

} // namespace faucet
