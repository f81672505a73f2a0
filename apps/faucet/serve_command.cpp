#include "apps/faucet/command.hpp"
#include "apps/node/node_command.hpp"

#include <CLI/CLI.hpp>

namespace faucet {

void add_serve_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "serve", "Execute submitted pipelines, alone or as a member of a cluster (as faucet-node)");
  make_node_command(*command, context.chosen);
}

} // namespace faucet
