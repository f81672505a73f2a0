#include "actors/make_run_plan.hpp"
#include "apps/faucet/chosen_rows.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/execution.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/faucet/summary.hpp"
#include "apps/program/departure.hpp"
#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>

#include <limits>
#include <memory>

namespace faucet {

namespace {

/// Root rows only: what a child reads hangs on records of its parent.
void leave_out_children(chosen_rows& chosen) {
  for (size_t i = 0; i < chosen.rows.size(); ++i) {
    auto& row = chosen.rows[i];
    chosen.runs[i] = chosen.runs[i] && !row.is_child();
    row.depends_on.clear(); // each row is shown, whatever becomes of the others
  }
}

exit_code preview(const pipeline_flags& flags, const selection_flags& selection, uint64_t limit) {
  auto spec = load_pipeline(flags, false);
  if (!spec) {
    return complain(spec.error());
  }
  auto chosen = choose_rows(*spec, selection);
  if (!chosen) {
    return complain(chosen.error());
  }
  leave_out_children(*chosen);
  component_spec standard_output{.type = node{std::string{"stdout"}}, .config = {}};
  auto plan = make_run_plan(*spec, chosen->rows, chosen->runs, built_in_catalogue(),
                            {.limit = limit, .instead_sink = std::move(standard_output)});
  if (!plan) {
    return complain(plan.error());
  }
  execution room;
  auto report = room.run(std::move(*plan), false);
  if (!report) {
    return complain(report.error());
  }
  tell_summary(*report, true);
  auto code = exit_code_for(report->how());
  depart_soon(code); // the room waits for its drivers
  return code;
}

} // namespace

void add_preview_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "preview", "Print the first transformed records on stdout; nothing is written or remembered");
  auto flags = add_pipeline_flags(*command);
  auto selection = add_selection_flags(*command);
  auto limit = std::make_shared<uint64_t>(10);
  command->add_option("--limit", *limit, "How many records")
    ->check(whole_number(1))
    ->capture_default_str();
  command->callback([&context, flags, selection, limit] {
    context.chosen = [flags, selection, limit] { return preview(*flags, *selection, *limit); };
  });
}

} // namespace faucet
