#pragma once

#include "apps/node/gateway/log_streams.hpp"
#include "apps/node/node_metrics.hpp"
#include "state/history/open_history.hpp"

#include <caf/atom.hpp>
#include <caf/fwd.hpp>
#include <caf/typed_actor.hpp>

#include <chrono>
#include <memory>

namespace faucet {

/// What a keeper works with.
struct keeper_parts {
  std::shared_ptr<history> kept;
  std::shared_ptr<log_streams> streams;
  std::shared_ptr<node_metrics> counts;
  retentions retention;
  std::chrono::seconds purge_interval{0};
  bool counts_queued = false; ///< runs wait as `queued`
};

/// Keeps house: feeds the streams of logs that clients have open, and forgets what was kept for
/// long enough. It blocks, so spawn it detached.
using keeper_actor = caf::typed_actor<
  // Its own reminder.
  caf::reacts_to<caf::atom_constant<caf::atom("tick")>>>;

/// Starts one. Fails where the system has no thread left.
expected<keeper_actor> spawn_keeper(caf::blocking_actor& self, keeper_parts parts);

} // namespace faucet
