#include "apps/program/program.hpp"

#include "apps/program/hidden_arguments.hpp"
#include "apps/program/logging.hpp"
#include "apps/program/option_checks.hpp"
#include "apps/program/usage_error.hpp"

#include <CLI/CLI.hpp>
#include <openssl/crypto.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>

namespace faucet {

namespace {

struct log_flags {
  std::string level = "info";
  log_format format = log_format::text;
};

/// A closed pipe and a limit of file sizes are errors of the write that meets them.
void ignore_write_signals() {
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
}

/// Threads of actors may still be ending when the program exits. What OpenSSL keeps for each of
/// them is theirs to free, which they cannot once it has cleaned up.
void keep_openssl_until_the_end() {
  OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, nullptr);
}

void add_log_flags(CLI::App& app, log_flags& into) {
  app.add_option("--log-level", into.level, "trace, debug, info, warn, error or off")
    ->check(one_of({"trace", "debug", "info", "warn", "error", "off"}))
    ->envname("FAUCET_LOG")
    ->capture_default_str();
  app.add_option("--log-format", into.format, "text, or json with one object a line")
    ->envname("FAUCET_LOG_FORMAT")
    ->transform(one_of<log_format>())
    ->default_str("text");
}

/// Does what was asked for. What was printed must have arrived, or it was not done.
exit_code carry_out(const std::function<exit_code()>& chosen) {
  try {
    auto result = chosen();
    if ((std::fflush(stdout) != 0 || std::ferror(stdout) != 0) && result == exit_code::done) {
      return complain({ec::sink_failed, "cannot be written", "standard output"});
    }
    return result;
  } catch (const std::exception& thrown) { // no memory or no threads left
    return complain({ec::internal, thrown.what(), {}});
  }
}

} // namespace

int run_program(CLI::App& app, const std::function<exit_code()>& chosen, int argc, char** argv) {
  ignore_write_signals();
  keep_openssl_until_the_end();
  log_flags log;
  app.set_version_flag("-V,--version", app.get_name() + " " FAUCET_VERSION);
  add_log_flags(app, log);
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
  hide_arguments(argc, argv);
  if (auto started = start_logging(log.level, log.format); !started) {
    return static_cast<int>(complain(started.error()));
  }
  return static_cast<int>(carry_out(chosen));
}

} // namespace faucet
