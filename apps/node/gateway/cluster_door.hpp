#pragma once

#include "model/member_facts.hpp"
#include "state/history/member_registry.hpp"

#include <string>
#include <vector>

namespace faucet {

/// What a node knows of itself and of its cluster.
struct node_view {
  member_facts self;
  std::vector<live_member> members; ///< this one too; as the history said last. None on a single
                                    ///< node.
  bool draining = false;
  bool history_answers = false;
};

/// What the control plane asks of its node. May be called from any thread at any time; no call
/// waits for the history.
class cluster_door {
public:
  virtual ~cluster_door() = default;

  /// A run was stored, in this pool.
  virtual void kick(const std::string& pool) = 0;

  /// Somebody wants a run cancelled that is under way here or elsewhere; the history knows it
  /// already.
  virtual void cancel(const std::string& run) = 0;

  /// How things stand, as of a moment ago.
  [[nodiscard]] virtual node_view view() const = 0;
};

} // namespace faucet
