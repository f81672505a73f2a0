#pragma once

#include "apps/node/access_settings.hpp"
#include "apps/node/gateway/control_plane.hpp"
#include "apps/node/listen_address.hpp"
#include "apps/node/node_flags.hpp"
#include "cluster/decisions/timing.hpp"
#include "cluster/pipeline_bounds.hpp"
#include "config/environment.hpp"
#include "state/sealing/vault.hpp"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// A node as it was asked for, with nothing left to refuse but what only the system can.
struct node_settings {
  listen_address listen;
  size_t body_limit = 0;
  access_settings access;
  control_settings control;
  std::shared_ptr<const vault> keys; ///< may be none
  std::string history_url;
  uint64_t most_log_lines = 0; ///< of one run; 0 = logs are not kept
  retentions kept;
  std::chrono::seconds purge_interval{0};
  environment variables; ///< what pipelines may read
  bound_settings bounds; ///< of what pipelines may reach
  std::vector<std::string> pools;
  std::chrono::seconds probe_limit{0}; ///< for all probes of one submission
  uint32_t max_concurrent = 0;
  uint32_t max_attempts = 0;
  cluster_timing timing;
  std::optional<std::chrono::milliseconds> pool_wait;
  std::optional<mesh_settings> mesh; ///< none: the history alone tells of other nodes
  bool fast_failover = true;
};

/// Looks at everything that the flags say, and reads the files that they name.
expected<node_settings> settings_of(const node_flags& flags);

} // namespace faucet
