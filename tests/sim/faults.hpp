#pragma once

namespace faucet::sim {

struct world;

/// Puts the faults of a life on its timeline.
void plan_faults(world& around);

/// Ends them all.
void end_faults(world& around);

} // namespace faucet::sim
