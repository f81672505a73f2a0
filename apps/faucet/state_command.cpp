#include "apps/faucet/command.hpp"
#include "apps/faucet/state_commands.hpp"

#include <CLI/CLI.hpp>

namespace faucet {

void add_state_command(CLI::App& app, command_context& context) {
  auto* state = app.add_subcommand("state", "Show, move, forget or carry over what rows remember");
  state->require_subcommand(1);
  add_state_show_command(*state, context);
  add_state_set_command(*state, context);
  add_state_reset_command(*state, context);
  add_state_export_command(*state, context);
  add_state_import_command(*state, context);
}

} // namespace faucet
