// The subcommands that show one thing: a run, its events, the members of a cluster.

#include "apps/faucet/client/node_client.hpp"
#include "apps/faucet/client/run_text.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/json_output.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

using text_maker = std::string (*)(const node&);

/// Shows what is at a path; `also` is a status that shows something, too.
exit_code show(const client_flags& flags, const std::string& path, text_maker as_text,
               unsigned also = 0) {
  auto node = node_of(flags);
  if (!node) {
    return complain(node.error());
  }
  auto found = node->show(path, also);
  if (!found) {
    return complain(found.error());
  }
  if (wants_json(flags)) {
    print_json(json_of(*found));
  } else {
    std::fputs(as_text(*found).c_str(), stdout);
  }
  return exit_code::done;
}

struct one_run {
  std::shared_ptr<client_flags> at;
  std::string run;
};

std::shared_ptr<one_run> add_run_flags(CLI::App& command) {
  auto flags = std::make_shared<one_run>();
  command.add_option("run", flags->run, "Id of the run")->required();
  flags->at = add_node_access(command);
  return flags;
}

} // namespace

void add_show_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("show", "Show one run");
  auto flags = add_run_flags(*command);
  command->callback([&context, flags] {
    context.chosen = [flags] { return show(*flags->at, run_path(flags->run), run_text); };
  });
}

void add_events_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("events", "List what happened to a run, oldest first");
  auto flags = add_run_flags(*command);
  command->callback([&context, flags] {
    context.chosen = [flags] {
      return show(*flags->at, path_with(run_path(flags->run, "/events"), {{"limit", "1000"}}),
                  events_table);
    };
  });
}

void add_members_command(CLI::App& app, command_context& context) {
  constexpr unsigned not_ready = 503;
  auto* command = app.add_subcommand("members", "List the live members of a cluster");
  auto at = add_node_access(*command);
  command->callback([&context, at] {
    context.chosen = [at] { return show(*at, "/readyz", members_table, not_ready); };
  });
}

} // namespace faucet
