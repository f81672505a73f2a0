#include "apps/faucet/command.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/faucet/status_report.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct status_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  std::string row;
  bool json = false;
  bool probe = false;
};

exit_code status(const status_flags& flags) {
  auto state = open_pipeline_state(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  auto rows = chosen_homes(*state, flags.row);
  if (!rows) {
    return complain(rows.error());
  }
  if (flags.row.empty()) { // children are told with the rows at their top
    std::erase_if(*rows, [](const row_home* home) { return home->row.is_child(); });
  }
  auto report = look_at(*state, *rows);
  if (flags.probe) {
    report.notes.emplace_back("--probe: no sink here keeps a position that it committed");
  }
  if (flags.json) {
    print_json(to_json(report));
  } else {
    std::fputs(to_text(report).c_str(), stdout);
  }
  return static_cast<exit_code>(exit_status(report.how));
}

} // namespace

void add_status_command(CLI::App& app, command_context& context) {
  auto* command =
    app.add_subcommand("status", "Tell how each row is doing, from what is stored; nothing runs");
  auto flags = std::make_shared<status_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->add_option("--row", flags->row, "Only this row");
  command->add_flag("--json", flags->json, "One JSON document");
  command->add_flag("--probe", flags->probe,
                    "Also ask the sinks for the positions they committed (no sink keeps one yet)");
  command->callback([&context, flags] { context.chosen = [flags] { return status(*flags); }; });
}

} // namespace faucet
