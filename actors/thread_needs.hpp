#pragma once

#include "actors/run_plan.hpp"

#include <caf/fwd.hpp>

#include <cstddef>

namespace faucet {

/// How many threads a run has at most at one time, as far as that is known before it: a child row
/// is taken to have many invocations.
size_t threads_of(const run_plan& plan);

/// How many threads an actor system with that configuration starts for itself.
size_t threads_of(const caf::actor_system_config& config);

} // namespace faucet
