#pragma once

#include "tests/sim/virtual_time.hpp"

namespace faucet::sim {

struct world;

/// Lets clients submit runs, and cancel some, until then.
void let_clients_come(world& around, virtual_time until);

} // namespace faucet::sim
