#pragma once

#include "state/history/run_ledger.hpp"
#include "tests/sim/planted_bug.hpp"

#include <functional>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

namespace faucet::sim {

/// What a run is in the model: the record, and what only claims and leases need.
struct model_row {
  run_record record;
  new_run submitted;
  instant lease_ends{};
};

/// The history of runs, as a model in memory: every call is a transaction, and the clock is given.
class ledger_model : public run_ledger {
public:
  explicit ledger_model(std::function<instant()> clock, planted_bug bug = planted_bug::none)
    : clock_(std::move(clock)), bug_(bug) {
    // nop
  }

  expected<std::vector<submit_answer>> submit(std::span<const new_run> runs) override;
  expected<std::vector<claimed_run>> claim(const claim_terms& terms) override;
  expected<void> note_started(const std::string& owner, std::span<const run_hold> holds) override;
  expected<lease_renewal> renew(const std::string& owner, std::span<const run_hold> holds,
                                std::chrono::milliseconds lease) override;
  expected<counted_ends> finish(const std::string& owner, std::span<const run_end> ends) override;
  expected<std::vector<run_hold>>
  hand_back(const std::string& owner, std::span<const run_hold> holds, run_status waiting) override;
  expected<std::vector<reclaimed_run>> reclaim(uint32_t max_attempts) override;
  expected<std::vector<reclaimed_run>> reclaim_from(const std::string& instance,
                                                    uint32_t max_attempts) override;
  expected<std::vector<std::string>> recover_single() override;
  expected<cancel_answer> request_cancel(const std::string& run, const std::string& by) override;
  expected<std::vector<run_hold>> cancels_of(const std::string& owner) override;
  expected<std::vector<pool_backlog>> pending_by_pool() override;
  expected<std::vector<std::string>> fail_starved(const std::string& pool,
                                                  std::chrono::seconds older_than) override;
  expected<std::optional<run_record>> find(const std::string& run) override;

  // -- for those who watch ------------------------------------------------------

  /// The run as it is now; null where there is none.
  [[nodiscard]] const model_row* row(const std::string& run) const;

  /// All runs, oldest first.
  [[nodiscard]] const std::vector<model_row>& rows() const noexcept {
    return rows_;
  }

private:
  struct kept_key {
    std::string run;
    std::string fingerprint;
    instant expires_at;
  };

  submit_answer submit_one(const new_run& run, instant now);
  model_row* find_row(const std::string& run);
  model_row* owned(const std::string& owner, const run_hold& hold);
  void set_status(model_row& row, run_status status, const std::string& owner);
  void end(model_row& row, run_status status, const std::string& owner, std::string error);
  reclaimed_run take_from(model_row& row, uint32_t max_attempts);

  std::function<instant()> clock_;
  planted_bug bug_;
  std::vector<model_row> rows_;
  std::unordered_map<std::string, std::size_t> places_;
  std::map<std::string, kept_key> keys_;
  std::set<std::size_t> waiting_; ///< places of queued and pending runs
  std::set<std::size_t> running_;
};

} // namespace faucet::sim
