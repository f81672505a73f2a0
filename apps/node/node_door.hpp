#pragma once

#include "apps/node/gateway/cluster_door.hpp"
#include "cluster/messages.hpp"

#include <caf/fwd.hpp>

#include <chrono>
#include <mutex>
#include <optional>

namespace faucet {

/// The way of a node's control plane to its member.
class node_door final : public cluster_door {
public:
  /// The system must outlive it.
  node_door(caf::actor_system& system, bool clustered);

  /// There is a member from now on.
  void open(member_actor member);

  void kick(const std::string& pool) override;

  void cancel(const std::string& run) override;

  [[nodiscard]] node_view view() const override;

  /// Whether a member lives that reads bookmarks without their envelope only, as of a second ago at
  /// most.
  [[nodiscard]] bool has_older_members() const;

  /// From now on the node says that it leaves.
  void begin_draining();

  /// Lets go of the member. What is asked later changes nothing.
  void close();

private:
  [[nodiscard]] member_actor member() const;

  /// What the member says; nothing where it does not.
  [[nodiscard]] std::optional<node_view> ask() const;

  caf::actor_system& system_;
  bool clustered_;
  mutable std::mutex mutex_;
  member_actor member_;                                        ///< none before and after
  mutable node_view newest_;                                   ///< what the member said last
  mutable std::chrono::steady_clock::time_point newest_until_; ///< when it is asked again
  bool draining_ = false;

  // What has_older_members said last, and until when it says so again.
  mutable bool has_older_members_ = false;
  mutable std::chrono::steady_clock::time_point look_again_;
};

} // namespace faucet
