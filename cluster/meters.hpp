#pragma once

#include "actors/reports.hpp"
#include "actors/row_tally.hpp"
#include "model/run_facts.hpp"
#include "state/history/run_claim.hpp"

#include <chrono>
#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

namespace faucet {

/// Hears what a node does, to count it. Called by several actors at once; returns at once.
class meters {
public:
  virtual ~meters() = default;

  /// Runs have become this node's own.
  virtual void claimed(const std::vector<claimed_run>& runs) = 0;

  /// Runs were taken from owners who did not renew.
  virtual void reclaimed(size_t requeued, size_t failed) = 0;

  /// So many wait in each pool, all pools that are not named being empty.
  virtual void waiting(const std::vector<pool_backlog>& by_pool) = 0;

  /// Runs have ended, by this node's word. `reason` is ok, error, timeout, cancelled,
  /// server_shutdown or pool_unavailable.
  virtual void ended(run_status how, std::string_view reason, size_t runs) = 0;

  /// A run that somebody wanted cancelled has ended, so long after that was asked.
  virtual void ended_after_cancel(std::chrono::milliseconds wait) = 0;

  /// There are links to so many nodes now.
  virtual void linked(size_t nodes) = 0;

  /// A link to another node was made, or is lost.
  virtual void link_changed(bool made) = 0;

  /// So many messages went to other nodes, replies included.
  virtual void sent(size_t messages) = 0;

  /// One came from another node.
  virtual void received() = 0;

  /// A node whose link had dropped was found dead, or there was doubt.
  virtual void judged(bool dead) = 0;

  /// What the invocations of a row are to count in while they run. One row always gets the same.
  virtual std::shared_ptr<row_tally> tally_of(const tallied_row& row) = 0;

  /// What a run did, whether or not its end counts.
  virtual void reported(const run_report& report) = 0;
};

} // namespace faucet
