#pragma once

#include "state/history/member_registry.hpp"
#include "state/history/sql_driver.hpp"

namespace faucet {

/// A registry in an SQL database, whose tables are there.
class sql_member_registry : public member_registry {
public:
  /// The driver must outlive it.
  explicit sql_member_registry(sql_driver& database) : database_(database) {
    // nop
  }

  expected<void> heartbeat(const member_facts& facts) override;
  expected<std::vector<live_member>> live(std::chrono::milliseconds window) override;
  expected<void> leave(const std::string& instance) override;

private:
  sql_driver& database_;
};

/// Takes out the members that have been silent for longer than that, with what they told of
/// themselves; within a transaction.
expected<void> prune_members(sql_driver& database, std::chrono::milliseconds silent_for);

} // namespace faucet
