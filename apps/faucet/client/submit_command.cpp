#include "apps/faucet/client/interruption.hpp"
#include "apps/faucet/client/run_text.hpp"
#include "apps/faucet/client/run_watch.hpp"
#include "apps/faucet/client/submission_body.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/json_output.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/program/logging.hpp"
#include "apps/program/option_checks.hpp"
#include "config/json_reader.hpp"
#include "state/json_text.hpp"

#include <CLI/CLI.hpp>

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <thread>

namespace faucet {

namespace {

struct submit_flags {
  std::shared_ptr<client_flags> at;
  std::vector<std::string> params;
  wanted_run run;
  bool wait = false;
  bool follow = false;
};

/// A submission whose answer was lost is sent again where a key keeps it from being a second run.
expected<node_reply> submit_to(const node_client& node, const wanted_run& run,
                               const std::string& body) {
  constexpr int tries = 3;
  constexpr std::chrono::milliseconds pause{500};
  for (int n = 1;; ++n) {
    auto reply = node.call("POST", "/v1/runs", body);
    if (reply || reply.error().code != ec::unavailable || run.idempotency_key.empty()
        || n == tries) {
      return reply;
    }
    std::this_thread::sleep_for(n * pause);
  }
}

/// Watches a run to its end, as far as that was asked for.
exit_code watch(const node_client& node, const std::string& run, const submit_flags& flags,
                const interruption& interrupted) {
  run_watch watched{node, run, interrupted.happened(), flags.at->json};
  auto followed = flags.follow ? watched.follow() : expected<void>{};
  auto ended = followed ? watched.wait() : fail(std::move(followed));
  if (!ended) {
    auto result = complain(ended.error());
    tell("run " + run + " was submitted and may go on: ask another node with faucet show " + run
         + " --node URL");
    return result;
  }
  if (!*ended) {
    tell("the run goes on; to end it: faucet cancel " + run);
    return exit_code::cancelled;
  }
  if (!flags.follow && wants_json(*flags.at)) {
    print_json(json_of(**ended));
  } else if (!flags.follow) {
    std::fputs(run_text(**ended).c_str(), stdout);
  }
  return exit_code_of_run(**ended);
}

exit_code submit(submit_flags flags) {
  auto given = given_params_of(flags.params);
  if (!given) {
    return complain(given.error());
  }
  flags.run.params = std::move(*given);
  if (flags.run.file.empty()) {
    auto found = find_pipeline_file();
    if (!found) {
      return complain(found.error());
    }
    flags.run.file = std::move(*found);
  }
  auto body = submission_body(flags.run);
  if (!body) {
    return complain(body.error());
  }
  auto node = node_of(*flags.at);
  if (!node) {
    return complain(node.error());
  }
  std::optional<interruption> interrupted; // before the submission, after which it may come
  if (flags.wait || flags.follow) {
    if (auto listens = interrupted.emplace().listen(); !listens) {
      return complain(listens.error());
    }
  }
  auto reply = submit_to(*node, flags.run, *body);
  if (!reply) {
    return complain(reply.error());
  }
  auto read = read_json(reply->body, nullptr);
  auto run = read ? text_field(*read, "run_id") : std::nullopt;
  if (!run) {
    return complain(
      {ec::state_failed, "did not answer with the id of a run", "node " + node->url()});
  }
  if (interrupted) {
    tell("submitted " + *run);
    return watch(*node, *run, flags, *interrupted);
  }
  if (wants_json(*flags.at)) {
    print_json(reply->body);
  } else {
    std::printf("submitted %s\n", run->c_str());
  }
  return exit_code::done;
}

} // namespace

void add_submit_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("submit", "Have a node run a pipeline");
  auto flags = std::make_shared<submit_flags>();
  auto& run = flags->run;
  command->add_option("pipeline", run.file,
                      "Pipeline file (default: faucet.yaml, faucet.yml or faucet.json here)");
  command->add_option("--name", run.name, "Name of the run (default: that of the pipeline)");
  command->add_option("--pool", run.pool, "Pool of nodes that shall run it");
  add_repeated(*command, "--label", run.labels, "KEY=VALUE to find it by (may be repeated)");
  add_param_flag(*command, flags->params);
  command
    ->add_option("--idempotency-key", run.idempotency_key,
                 "Submitted again with the same key, it is the same run")
    ->check([](const std::string& x) {
      return x.empty() ? std::string{"an empty key is none; leave the flag out"} : std::string{};
    });
  command->add_option("--clock", run.clock, "What ${now.*} shows: RFC 3339 or a date");
  command->add_option("--timeout-secs", run.timeout_secs, "Fail it after that long")
    ->check(whole_number(1));
  command->add_option("--concurrency", run.concurrency, "Rows that run at once")
    ->check(whole_number(1));
  command->add_flag(
    "--doctor-first", run.doctor_first,
    "Fail it before its first record where source, sink or store cannot be reached");
  command->add_flag("--wait", flags->wait, "Wait for its end; exit code 1 unless it completes");
  command->add_flag("--follow", flags->follow, "Print what it logs until it has ended");
  flags->at = add_node_access(*command);
  command->callback([&context, flags] { context.chosen = [flags] { return submit(*flags); }; });
}

} // namespace faucet
