#pragma once

// What a node lends to its runs, and to its control plane.

#include "apps/node/gateway/control_plane.hpp"
#include "cluster/claimed_plan.hpp"

#include <caf/fwd.hpp>

#include <memory>

namespace faucet {

class log_streams;
class node_door;
class node_metrics;
class run_journal;
struct node_settings;

/// What all parts of a node share.
struct node_commons {
  std::shared_ptr<node_door> door;
  std::shared_ptr<node_metrics> counts;
  std::shared_ptr<log_streams> streams;
  std::shared_ptr<run_journal> journal;
};

node_commons make_commons(caf::actor_system& system, const node_settings& settings);

/// Where the runs of a node are executed.
std::shared_ptr<execution_place> make_place(const node_settings& settings,
                                            const node_commons& commons);

/// What those who answer requests need. Submissions are looked at as runs in `place` would be.
std::shared_ptr<const control_parts> make_control_parts(const node_settings& settings,
                                                        const node_commons& commons,
                                                        std::shared_ptr<access_control> access,
                                                        std::shared_ptr<execution_place> place);

} // namespace faucet
