#pragma once

#include "state/history/run_ledger.hpp"
#include "state/history/sql_driver.hpp"

namespace faucet {

/// A ledger in an SQL database, whose tables are there.
class sql_run_ledger : public run_ledger {
public:
  /// The driver must outlive it.
  explicit sql_run_ledger(sql_driver& database) : database_(database) {
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

private:
  sql_driver& database_;
};

} // namespace faucet
