#include "apps/faucet/json_output.hpp"
#include "apps/faucet/output_file.hpp"
#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/state_commands.hpp"
#include "state/instant.hpp"
#include "state/json_text.hpp"
#include "state/state_export.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <iterator>
#include <memory>

namespace faucet {

namespace {

struct export_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  std::string output;
  bool json = false;
};

std::string present() {
  return to_text(
    std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now()));
}

/// What all stores of the pipeline hold for it.
expected<state_export> gather(const pipeline_state& state) {
  state_export result{state.pipeline, present(), {}};
  for (const auto& store : stores_of(state.homes)) {
    auto keys = read_keys(*store, state.pipeline);
    if (!keys) {
      return fail(std::move(keys));
    }
    auto part = export_keys(state.pipeline, *keys, {});
    if (!part) {
      return fail(std::move(part));
    }
    std::ranges::move(part->keys, std::back_inserter(result.keys));
  }
  std::ranges::sort(result.keys, {}, &state_store::entry::key);
  auto same = std::ranges::adjacent_find(result.keys, {}, &state_store::entry::key);
  if (same != result.keys.end()) {
    return fail(ec::invalid_config, "two stores of the pipeline hold this key; remove one of them",
                same->key);
  }
  return result;
}

exit_code export_state(const export_flags& flags) {
  auto state = open_pipeline_state(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  auto made = gather(*state);
  if (!made) {
    return complain(masked(made.error(), state->secrets));
  }
  if (made->keys.empty()) {
    std::fprintf(stderr, "warning: nothing is stored for pipeline %s\n", made->pipeline.c_str());
  }
  if (flags.output.empty()) {
    print_json(to_json(*made));
    return exit_code::done;
  }
  if (auto written = write_output_file(flags.output, indented(to_json(*made))); !written) {
    return complain(written.error());
  }
  if (flags.json) {
    json_object_writer out;
    out.text("pipeline", made->pipeline).number("keys", made->keys.size());
    out.text("output", flags.output);
    print_json(std::move(out).finish());
  } else {
    std::printf("exported %zu keys of pipeline %s to %s\n", made->keys.size(),
                made->pipeline.c_str(), flags.output.c_str());
  }
  return exit_code::done;
}

} // namespace

void add_state_export_command(CLI::App& state, command_context& context) {
  auto* command = state.add_subcommand(
    "export", "Write all that is stored for the pipeline as one JSON document, without leases");
  auto flags = std::make_shared<export_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->add_option("-o,--output", flags->output, "File to write (default: standard output)");
  command->add_flag("--json", flags->json, "With --output: tell what was done as JSON");
  command->callback(
    [&context, flags] { context.chosen = [flags] { return export_state(*flags); }; });
}

} // namespace faucet
