#pragma once

#include "apps/node/gateway/cluster_door.hpp"
#include "apps/node/gateway/control_plane.hpp"
#include "cluster/meters.hpp"

#include <memory>
#include <string>

namespace faucet {

/// What a node counts, for Prometheus. May be used from any thread.
class node_metrics final : public meters {
public:
  explicit node_metrics(bool clustered);

  ~node_metrics() override;

  // -- of runs ----------------------------------------------------------------

  void claimed(const std::vector<claimed_run>& runs) override;
  void reclaimed(size_t requeued, size_t failed) override;
  void waiting(const std::vector<pool_backlog>& by_pool) override;
  void ended(run_status how, std::string_view reason, size_t runs) override;
  void ended_after_cancel(std::chrono::milliseconds wait) override;
  void linked(size_t nodes) override;
  void link_changed(bool made) override;
  void sent(size_t messages) override;
  void received() override;
  void judged(bool dead) override;
  std::shared_ptr<row_tally> tally_of(const tallied_row& row) override;
  void reported(const run_report& report) override;

  // -- of the node ------------------------------------------------------------

  void requested(const request_note& note);

  /// A submission was answered by an earlier one.
  void replayed();

  /// So many runs wait on a single node.
  void queued(uint64_t runs);

  void purged(uint64_t log_lines);

  /// All of it as text, with how things stand now.
  [[nodiscard]] std::string text(const node_view& now);

private:
  struct impl;

  std::unique_ptr<impl> impl_;
};

} // namespace faucet
