#pragma once

#include "apps/faucet/command.hpp"

namespace faucet {

// The subcommands of `faucet state`.

void add_state_show_command(CLI::App& state, command_context& context);
void add_state_set_command(CLI::App& state, command_context& context);
void add_state_reset_command(CLI::App& state, command_context& context);
void add_state_export_command(CLI::App& state, command_context& context);
void add_state_import_command(CLI::App& state, command_context& context);

} // namespace faucet
