#pragma once

#include "model/member_facts.hpp"
#include "state/history/run_claim.hpp"
#include "state/history/run_submission.hpp"
#include "tests/sim/virtual_time.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace faucet::sim {

/// Sees everything that happens to runs and knows what must not (docs/invariants.md). It keeps its
/// own account and trusts neither the ledger nor the members.
class witness {
public:
  witness(const timeline& time, uint32_t max_attempts) : time_(time), max_attempts_(max_attempts) {
    // nop
  }

  // -- observers --------------------------------------------------------------

  /// The first thing that must not have happened.
  [[nodiscard]] const std::optional<std::string>& violation() const noexcept {
    return violation_;
  }

  /// Writes of an older owner that a sink without an epoch check took after a newer one's first.
  [[nodiscard]] uint64_t stale_writes() const noexcept {
    return stale_writes_;
  }

  [[nodiscard]] uint64_t ended() const noexcept {
    return ended_;
  }

  [[nodiscard]] uint64_t known() const noexcept {
    return runs_.size();
  }

  /// A run that is stored and has not ended; nothing where there is none.
  [[nodiscard]] std::optional<std::string> unfinished() const;

  // -- what the ledger did ----------------------------------------------------

  void stored(const std::string& run);
  void claimed(const std::string& owner, std::span<const claimed_run> runs,
               std::chrono::milliseconds lease);
  void renewed(const std::string& owner, std::span<const run_hold> holds,
               std::chrono::milliseconds lease);
  void finished(const std::string& owner, std::span<const run_end> ends,
                std::span<const run_hold> counted);
  void handed_back(const std::string& owner, std::span<const run_hold> holds);
  void reclaimed(std::span<const reclaimed_run> runs);
  void reclaimed_from(const std::string& instance, bool lives, std::span<const reclaimed_run> runs);
  void cancelled(const std::string& run, const cancel_answer& answer);
  void starved(const std::string& pool, std::span<const std::string> runs);
  void heard_of(const member_facts& member);

  // -- what clients, owners and sinks saw -------------------------------------

  /// The client was told that the run is stored.
  void accepted(const std::string& run);
  void started(const std::string& owner, const run_hold& hold);
  void write_began(const std::string& owner, const run_hold& hold);

  /// A write reached a sink, which took it or not.
  void write_landed(const run_hold& hold, bool fencing, bool taken);

  /// Whatever else must not happen.
  void violated(const std::string& what, const std::string& which);

private:
  struct account {
    bool stored = false;
    bool accepted = false;
    bool owned = false;
    bool taken_early = false; ///< the newest epoch was ended before its lease
    bool cancel_wanted = false;
    bool claimed_cancelled = false; ///< it was claimed with the wish to cancel it
    std::string owner;
    uint64_t epoch = 0;
    uint64_t started_epoch = 0;
    uint64_t written_epoch = 0;
    uint32_t claims = 0;
    uint32_t hand_backs = 0;
    uint32_t lost = 0;
    virtual_time lease_ends{0};
    std::optional<run_status> end;
  };

  account& run(const std::string& id) {
    return runs_[id];
  }

  /// How a member has been heard of.
  struct presence {
    member_facts facts;
    virtual_time since{0}; ///< without a gap
    virtual_time last{0};
  };

  bool is_owned(const account& x, const std::string& owner, const run_hold& hold) const;
  void take(account& x, const reclaimed_run& run);
  void end(account& x, run_status status);

  const timeline& time_;
  uint32_t max_attempts_;
  uint64_t stale_writes_ = 0;
  uint64_t ended_ = 0;
  std::map<std::string, account> runs_;
  std::map<std::string, presence> members_;
  std::optional<std::string> violation_;
};

/// "run 7, epoch 2"
std::string render(const run_hold& x);

} // namespace faucet::sim
