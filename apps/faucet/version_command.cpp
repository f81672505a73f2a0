#include "apps/faucet/command.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>

namespace faucet {

void add_version_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("version", "Print the version");
  command->callback([&context] {
    context.chosen = [] {
      std::puts("faucet " FAUCET_VERSION);
      return exit_code::done;
    };
  });
}

} // namespace faucet
