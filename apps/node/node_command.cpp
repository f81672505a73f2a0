#include "apps/node/node_command.hpp"

#include "apps/node/node.hpp"
#include "apps/node/node_flags.hpp"

#include <CLI/CLI.hpp>

namespace faucet {

namespace {

exit_code serve(const node_flags& flags) {
  auto settings = settings_of(flags);
  return settings ? run_node(*settings) : complain(settings.error());
}

} // namespace

void make_node_command(CLI::App& command, std::function<exit_code()>& chosen) {
  auto flags = add_node_flags(command);
  // A callback of this kind keeps the library from reading the variables of commands that were not
  // asked for.
  command.parse_complete_callback([&chosen, flags] { chosen = [flags] { return serve(*flags); }; });
}

} // namespace faucet
