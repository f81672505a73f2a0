#include "actors/make_run_plan.hpp"
#include "apps/faucet/chosen_rows.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/execution.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/faucet/summary.hpp"
#include "apps/program/departure.hpp"
#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>

namespace faucet {

namespace {

struct run_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  std::shared_ptr<selection_flags> selection;
  std::optional<uint64_t> limit;
  bool dry_run = false;
  bool quiet = false;
  bool force = false;
  std::string output = "text";
};

exit_code run_pipeline(const run_flags& flags) {
  auto spec = load_pipeline(*flags.pipeline, false);
  if (!spec) {
    return complain(spec.error());
  }
  auto chosen = choose_rows(*spec, *flags.selection);
  if (!chosen) {
    return complain(chosen.error());
  }
  auto plan = make_run_plan(*spec, chosen->rows, chosen->runs, built_in_catalogue(),
                            {.limit = flags.limit,
                             .discard_output = flags.dry_run,
                             .instead_sink = {},
                             .force = flags.force});
  if (!plan) {
    return complain(plan.error());
  }
  auto live = !flags.quiet && ::isatty(STDERR_FILENO) == 1;
  execution room;
  auto started = std::chrono::system_clock::now();
  auto report = room.run(std::move(*plan), live);
  auto finished = std::chrono::system_clock::now();
  if (!report) {
    return complain(report.error());
  }
  if (flags.output == "json") {
    std::puts(summary_json(*report, {started, finished}).c_str());
  } else {
    tell_summary(*report, flags.quiet);
  }
  auto code = exit_code_for(report->how());
  depart_soon(code); // the room waits for its drivers
  return code;
}

} // namespace

void add_run_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("run", "Run a pipeline once, from end to end");
  auto flags = std::make_shared<run_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  flags->selection = add_selection_flags(*command);
  command
    ->add_option("--limit", flags->limit,
                 "Stop after writing that many records; positions are not moved")
    ->check(whole_number(1));
  command->add_flag("--dry-run", flags->dry_run,
                    "Read and transform, write nothing, move no position");
  command->add_flag("--quiet", flags->quiet, "No progress and no summary; errors are still told");
  command->add_flag("--force", flags->force,
                    "Run although the state store says that another run of a row is under way");
  command->add_option("--output", flags->output, "Summary as text on stderr or json on stdout")
    ->check(one_of({"text", "json"}))
    ->capture_default_str();
  command->callback(
    [&context, flags] { context.chosen = [flags] { return run_pipeline(*flags); }; });
}

} // namespace faucet
