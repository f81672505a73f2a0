#include "apps/faucet/command.hpp"
#include "apps/program/program.hpp"

#include <CLI/CLI.hpp>

int main(int argc, char** argv) {
  using namespace faucet;
  command_context context;
  CLI::App app{"Moves records from a source to a sink and remembers how far it got.", "faucet"};
  app.require_subcommand(1);
  app.fallthrough();
  add_run_command(app, context);
  add_validate_command(app, context);
  add_preview_command(app, context);
  add_state_command(app, context);
  add_status_command(app, context);
  add_doctor_command(app, context);
  add_discover_command(app, context);
  add_serve_command(app, context);
  add_list_command(app, context);
  add_schema_command(app, context);
  add_submit_command(app, context);
  add_runs_command(app, context);
  add_show_command(app, context);
  add_events_command(app, context);
  add_logs_command(app, context);
  add_cancel_command(app, context);
  add_members_command(app, context);
  add_completions_command(app, context);
  add_version_command(app, context);
  return run_program(app, context.chosen, argc, argv);
}
