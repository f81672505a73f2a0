#include "actors/make_run_plan.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/execution.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/faucet/summary.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <limits>
#include <memory>

namespace faucet {

namespace {

exit_code preview(const pipeline_flags& flags, uint64_t limit) {
  auto spec = load_pipeline(flags, false);
  if (!spec) {
    return complain(spec.error());
  }
  component_spec standard_output{.type = node{std::string{"stdout"}}, .config = {}};
  auto plan = make_run_plan(*spec, built_in_catalogue(),
                            {.limit = limit, .instead_sink = std::move(standard_output)});
  if (!plan) {
    return complain(plan.error());
  }
  execution room;
  auto report = room.run(std::move(*plan), false);
  if (report.how() == outcome::failed) {
    std::fputs(summary_text(report).c_str(), stderr);
  }
  auto code = exit_code_for(report.how());
  room.leave(code);
  return code;
}

} // namespace

void add_preview_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "preview", "Print the first transformed records on stdout; nothing is written or remembered");
  auto flags = add_pipeline_flags(*command);
  auto limit = std::make_shared<uint64_t>(10);
  command->add_option("--limit", *limit, "How many records")
    ->check(CLI::Range(uint64_t{1}, std::numeric_limits<uint64_t>::max()))
    ->capture_default_str();
  command->callback([&context, flags, limit] {
    context.chosen = [flags, limit] { return preview(*flags, *limit); };
  });
}

} // namespace faucet
