#include "apps/faucet/command.hpp"
#include "apps/faucet/logging.hpp"
#include "apps/faucet/option_checks.hpp"
#include "apps/faucet/usage_error.hpp"

#include <CLI/CLI.hpp>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

namespace {

struct log_flags {
  std::string level = "info";
  faucet::log_format format = faucet::log_format::text;
};

/// A closed pipe and a limit of file sizes are errors of the write that meets them.
void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

void add_log_flags(CLI::App& app, log_flags& into) {
  app.add_option("--log-level", into.level, "trace, debug, info, warn, error or off")
    ->check(faucet::one_of({"trace", "debug", "info", "warn", "error", "off"}))
    ->envname("FAUCET_LOG")
    ->capture_default_str();
  app.add_option("--log-format", into.format, "text, or json with one object a line")
    ->envname("FAUCET_LOG_FORMAT")
    ->transform(faucet::one_of<faucet::log_format>())
    ->default_str("text");
}

/// Does what was asked for. What was printed must have arrived, or it was not done.
faucet::exit_code carry_out(const faucet::command_context& context) {
  using namespace faucet;
  try {
    auto result = context.chosen();
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && result == exit_code::done) {
      return complain({ec::sink_failed, "cannot be written", "standard output"});
    }
    return result;
  } catch (const std::exception& thrown) { // no memory or no threads left
    return complain({ec::internal, thrown.what(), {}});
  }
}

} // namespace

int main(int argc, char** argv) {
  using namespace faucet;
  ignore_write_signals();
  command_context context;
  log_flags log;
  CLI::App app{"Moves records from a source to a sink and remembers how far it got.", "faucet"};
  app.require_subcommand(1);
  app.fallthrough();
  app.set_version_flag("-V,--version", "faucet " FAUCET_VERSION);
  add_log_flags(app, log);
  add_run_command(app, context);
  add_validate_command(app, context);
  add_preview_command(app, context);
  add_state_command(app, context);
  add_status_command(app, context);
  add_doctor_command(app, context);
  add_discover_command(app, context);
  add_list_command(app, context);
  add_schema_command(app, context);
  add_completions_command(app, context);
  add_version_command(app, context);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& refused) {
    if (refused.get_exit_code() == 0) { // help, or the version
      app.exit(refused);
      return static_cast<int>(exit_code::done);
    }
    static_cast<void>(start_logging(log.level, log.format)); // how to tell, as far as that is known
    return static_cast<int>(complain(usage_error(app, refused)));
  }
  if (auto started = start_logging(log.level, log.format); !started) {
    return static_cast<int>(complain(started.error()));
  }
  return static_cast<int>(carry_out(context));
}
