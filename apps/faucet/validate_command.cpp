#include "actors/make_run_plan.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/pipeline_flags.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

nlohmann::ordered_json valid_json(const run_plan& plan) {
  auto rows = nlohmann::ordered_json::array();
  for (const auto& row : plan.invocations) {
    rows.push_back({{"id", row.row},
                    {"source", row.source_type},
                    {"sink", row.sink_type},
                    {"role", "root"},
                    {"delivery", "at-least-once"}});
  }
  return {{"valid", true},
          {"mode", "matrix"},
          {"name", plan.pipeline},
          {"row_count", plan.invocations.size()},
          {"rows", std::move(rows)}};
}

/// Texts that are not UTF-8, a file's name for example, must not end the program.
std::string text_of(const nlohmann::ordered_json& x) {
  return x.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

exit_code refuse(const error& why, bool json) {
  if (!json) {
    return complain(why);
  }
  nlohmann::ordered_json result{{"valid", false}, {"error", render(why)}};
  std::puts(text_of(result).c_str());
  return exit_code_for(why);
}

exit_code validate(const pipeline_flags& flags, bool json) {
  auto spec = load_pipeline(flags, true);
  if (!spec) {
    return refuse(spec.error(), json);
  }
  auto plan = make_run_plan(*spec, built_in_catalogue());
  if (!plan) {
    return refuse(plan.error(), json);
  }
  if (json) {
    std::puts(text_of(valid_json(*plan)).c_str());
    return exit_code::done;
  }
  std::printf("ok: '%s' rows=%zu\n", plan->pipeline.c_str(), plan->invocations.size());
  for (const auto& row : plan->invocations) {
    std::printf("  - %s [root] source=%s sink=%s delivery=at-least-once\n", row.row.c_str(),
                row.source_type.c_str(), row.sink_type.c_str());
  }
  return exit_code::done;
}

} // namespace

void add_validate_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("validate", "Check a pipeline file; nothing is opened");
  auto flags = add_pipeline_flags(*command);
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON document");
  command->callback([&context, flags, json] {
    context.chosen = [flags, json] { return validate(*flags, *json); };
  });
}

} // namespace faucet
