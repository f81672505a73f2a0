#pragma once

#include "apps/node/node_settings.hpp"
#include "apps/program/exit_code.hpp"

namespace faucet {

/// A node from its start until it is told to leave by SIGINT or SIGTERM. It then refuses new work,
/// lets its runs end for a while, stops what is left, and hands it back or, on a single node, fails
/// it. A second signal ends the program at once. Says on standard error where it listens.
exit_code run_node(const node_settings& settings);

} // namespace faucet
