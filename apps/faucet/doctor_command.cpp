#include "apps/faucet/command.hpp"
#include "apps/faucet/health_check.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/program/option_checks.hpp"

#include <CLI/CLI.hpp>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace faucet {

namespace {

constexpr size_t most_failures_told = 255;

struct doctor_flags {
  std::shared_ptr<pipeline_flags> pipeline;
  int64_t timeout_secs = 10;
  bool offline = false;
  bool json = false;
};

void print_probe(const probe& x, bool in_colour) {
  auto sign = x.status == probe_status::pass   ? "ok  "
              : x.status == probe_status::fail ? "FAIL"
                                               : "skip";
  auto colour = x.status == probe_status::pass   ? "\x1b[32m"
                : x.status == probe_status::fail ? "\x1b[31m"
                                                 : "\x1b[2m";
  std::printf("  %s%s%s %-6s %s: %s", in_colour ? colour : "", sign, in_colour ? "\x1b[0m" : "",
              x.role.c_str(), x.connector.c_str(), x.name.c_str());
  if (x.status != probe_status::skip) {
    std::printf(", %llu ms", static_cast<unsigned long long>(x.elapsed_ms));
  }
  std::puts("");
  if (!x.reason.empty()) {
    std::printf("       %s\n", x.reason.c_str());
  }
  if (!x.hint.empty()) {
    std::printf("       hint: %s\n", x.hint.c_str());
  }
}

void print_report(const std::vector<checked_row>& rows) {
  auto in_colour = ::isatty(STDOUT_FILENO) == 1;
  for (const auto& row : rows) {
    std::printf("row %s\n", row.id.c_str());
    for (const auto& x : row.probes) {
      print_probe(x, in_colour);
    }
  }
  auto counts = count(rows);
  std::printf("%zu passed, %zu failed, %zu skipped\n", counts.passed, counts.failed,
              counts.skipped);
}

/// What is wrong with the options of one connector is told as its probe.
bool has_wrong_options(const pipeline_state& state) {
  return count(check_rows(state, {.offline = true})).failed > 0;
}

exit_code doctor(const doctor_flags& flags) {
  auto state = open_pipeline_to_probe(*flags.pipeline);
  if (!state) {
    return complain(state.error());
  }
  if (state->refusal && !has_wrong_options(*state)) {
    return complain(*state->refusal);
  }
  auto started = std::chrono::steady_clock::now();
  auto rows = check_rows(*state, {std::chrono::seconds{flags.timeout_secs}, flags.offline});
  auto elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(
    std::chrono::steady_clock::now() - started);
  if (flags.json) {
    print_json(report_json(flags.pipeline->file, rows, static_cast<uint64_t>(elapsed.count())));
  } else {
    print_report(rows);
  }
  auto code = static_cast<int>(std::min(count(rows).failed, most_failures_told));
  if (calls_are_left_behind()) {
    std::fflush(nullptr);
    ::_exit(code);
  }
  return static_cast<exit_code>(code);
}

} // namespace

void add_doctor_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "doctor", "Try whether sources, sinks and state stores can be reached; nothing is written");
  auto flags = std::make_shared<doctor_flags>();
  flags->pipeline = add_pipeline_flags(*command);
  command->add_option("--timeout-secs", flags->timeout_secs, "How long a probe may take")
    ->check(whole_number(1, 3600))
    ->capture_default_str();
  command->add_flag("--offline", flags->offline, "Only check options; nothing is reached");
  command->add_flag("--json", flags->json, "One JSON document");
  command->callback([&context, flags] { context.chosen = [flags] { return doctor(*flags); }; });
}

} // namespace faucet
