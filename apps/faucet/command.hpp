#pragma once

#include "apps/program/exit_code.hpp"

#include <functional>

namespace CLI {
class App;
} // namespace CLI

namespace faucet {

/// What every subcommand shares.
struct command_context {
  std::function<exit_code()> chosen; ///< what the command line asked for
};

// Each declares one subcommand with its flags and, where it is the one asked for, chooses it.

void add_run_command(CLI::App& app, command_context& context);
void add_validate_command(CLI::App& app, command_context& context);
void add_preview_command(CLI::App& app, command_context& context);
void add_state_command(CLI::App& app, command_context& context);
void add_status_command(CLI::App& app, command_context& context);
void add_doctor_command(CLI::App& app, command_context& context);
void add_discover_command(CLI::App& app, command_context& context);
void add_serve_command(CLI::App& app, command_context& context);
void add_list_command(CLI::App& app, command_context& context);
void add_schema_command(CLI::App& app, command_context& context);
void add_submit_command(CLI::App& app, command_context& context);
void add_runs_command(CLI::App& app, command_context& context);
void add_show_command(CLI::App& app, command_context& context);
void add_events_command(CLI::App& app, command_context& context);
void add_logs_command(CLI::App& app, command_context& context);
void add_cancel_command(CLI::App& app, command_context& context);
void add_members_command(CLI::App& app, command_context& context);
void add_completions_command(CLI::App& app, command_context& context);
void add_version_command(CLI::App& app, command_context& context);

} // namespace faucet
