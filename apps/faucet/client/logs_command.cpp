#include "apps/faucet/client/interruption.hpp"
#include "apps/faucet/client/run_watch.hpp"
#include "apps/faucet/command.hpp"

#include <CLI/CLI.hpp>

#include <memory>

namespace faucet {

namespace {

struct logs_flags {
  std::shared_ptr<client_flags> at;
  std::string run;
  bool follow = false;
};

exit_code print_logs(const logs_flags& flags) {
  auto node = node_of(*flags.at);
  if (!node) {
    return complain(node.error());
  }
  interruption interrupted;
  if (auto listens = interrupted.listen(); !listens) {
    return complain(listens.error());
  }
  run_watch watched{*node, flags.run, interrupted.happened(), flags.at->json};
  if (auto done = flags.follow ? watched.follow() : watched.print(); !done) {
    return complain(done.error());
  }
  return interrupted.happened() ? exit_code::cancelled : exit_code::done;
}

} // namespace

void add_logs_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("logs", "Print what a run has logged");
  auto flags = std::make_shared<logs_flags>();
  command->add_option("run", flags->run, "Id of the run")->required();
  command->add_flag("-f,--follow", flags->follow, "Go on until the run has ended");
  flags->at = add_node_access(*command);
  command->callback([&context, flags] { context.chosen = [flags] { return print_logs(*flags); }; });
}

} // namespace faucet
