#include "apps/faucet/client/node_client.hpp"
#include "apps/faucet/client/run_text.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/program/option_checks.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct runs_flags {
  std::shared_ptr<client_flags> at;
  std::vector<std::string> statuses;
  std::vector<std::string> labels;
  std::string name;
  std::string pool;
  std::string since;
  std::string until;
  std::string cursor;
  uint64_t limit = 50;
};

query_parameters query_of(const runs_flags& flags) {
  query_parameters result{{"limit", std::to_string(flags.limit)}};
  auto add = [&result](const char* name, const std::string& value) {
    if (!value.empty()) {
      result.emplace_back(name, value);
    }
  };
  std::string statuses;
  for (const auto& x : flags.statuses) {
    statuses += (statuses.empty() ? "" : ",") + x;
  }
  add("status", statuses);
  for (const auto& x : flags.labels) {
    auto label = x;
    if (auto equals = label.find('='); equals != std::string::npos) {
      label[equals] = ':';
    }
    add("label", label);
  }
  add("name", flags.name);
  add("pool", flags.pool);
  add("since", flags.since);
  add("until", flags.until);
  add("cursor", flags.cursor);
  return result;
}

exit_code list_runs(const runs_flags& flags) {
  auto node = node_of(*flags.at);
  if (!node) {
    return complain(node.error());
  }
  auto list = node->show(path_with("/v1/runs", query_of(flags)));
  if (!list) {
    return complain(list.error());
  }
  if (wants_json(*flags.at)) {
    print_json(json_of(*list));
    return exit_code::done;
  }
  std::fputs(runs_table(*list).c_str(), stdout);
  if (auto next = text_field(*list, "next_cursor")) {
    std::printf("older ones: --cursor '%s'\n", next->c_str());
  }
  return exit_code::done;
}

} // namespace

void add_runs_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("runs", "List the runs of a cluster, newest first");
  auto flags = std::make_shared<runs_flags>();
  add_repeated(*command, "--status", flags->statuses,
               "Only these: queued, pending, running, sharded, completed, failed, cancelled");
  add_repeated(*command, "--label", flags->labels, "Only with KEY=VALUE, or with KEY");
  command->add_option("--name", flags->name, "Only of this name");
  command->add_option("--pool", flags->pool, "Only of this pool");
  command->add_option("--since", flags->since, "Only submitted then or later: RFC 3339");
  command->add_option("--until", flags->until, "Only submitted before");
  command->add_option("--cursor", flags->cursor, "Go on behind an earlier list");
  command->add_option("--limit", flags->limit, "At most so many")
    ->check(whole_number(1, 500))
    ->capture_default_str();
  flags->at = add_node_access(*command);
  command->callback([&context, flags] { context.chosen = [flags] { return list_runs(*flags); }; });
}

} // namespace faucet
