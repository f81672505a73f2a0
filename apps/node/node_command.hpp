#pragma once

#include "apps/program/exit_code.hpp"

#include <functional>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// Makes a command be a node, with all flags of one; choosing it fills `chosen`.
void make_node_command(CLI::App& command, std::function<exit_code()>& chosen);

} // namespace faucet
