#include "apps/faucet/client/interruption.hpp"
#include "apps/faucet/client/run_watch.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/json_output.hpp"
#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct cancel_flags {
  std::shared_ptr<client_flags> at;
  std::string run;
  bool wait = false;
};

exit_code wait_for_end(const node_client& node, const cancel_flags& flags) {
  interruption interrupted;
  if (auto listens = interrupted.listen(); !listens) {
    return complain(listens.error());
  }
  auto ended = run_watch{node, flags.run, interrupted.happened()}.wait();
  if (!ended) {
    return complain(ended.error());
  }
  if (!*ended) {
    return exit_code::cancelled;
  }
  auto status = text_field(**ended, "status").value_or("");
  if (wants_json(*flags.at)) {
    print_json(json_of(**ended));
  } else {
    std::printf("%s is %s\n", flags.run.c_str(), status.c_str());
  }
  return status == "cancelled" ? exit_code::done : exit_code::failed;
}

exit_code cancel(const cancel_flags& flags) {
  constexpr unsigned accepted = 202;
  auto node = node_of(*flags.at);
  if (!node) {
    return complain(node.error());
  }
  auto reply = node->call("POST", run_path(flags.run, "/cancel"));
  if (!reply) {
    return complain(reply.error());
  }
  if (flags.wait) {
    return wait_for_end(*node, flags);
  }
  if (wants_json(*flags.at)) {
    print_json(reply->body);
  } else if (reply->status == accepted) {
    std::printf("%s is asked to end\n", flags.run.c_str());
  } else {
    std::printf("%s had ended before\n", flags.run.c_str());
  }
  return exit_code::done;
}

} // namespace

void add_cancel_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("cancel", "Ask for the end of a run, on whichever node it is");
  auto flags = std::make_shared<cancel_flags>();
  command->add_option("run", flags->run, "Id of the run")->required();
  command->add_flag("--wait", flags->wait,
                    "Wait for its end; exit code 1 where it ended otherwise");
  flags->at = add_node_access(*command);
  command->callback([&context, flags] { context.chosen = [flags] { return cancel(*flags); }; });
}

} // namespace faucet
