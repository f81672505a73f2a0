#include "apps/faucet/command.hpp"
#include "apps/program/described_types.hpp"
#include "apps/program/option_checks.hpp"
#include "config/type_lookup.hpp"

#include <CLI/CLI.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

struct schema_flags {
  std::string what = "config";
  std::string type;
  bool list = false;
};

/// The types of one role, under the word that the command line has for it.
struct role {
  std::string word;
  std::string title;
  const std::vector<described_type>& types;
};

std::vector<role> roles_of(const described_types& all) {
  return {{"source", "source", all.sources},
          {"sink", "sink", all.sinks},
          {"transform", "transform", all.transforms},
          {"state", "state store", all.stores}};
}

exit_code print_targets(const described_types& all) {
  std::puts("config");
  for (const auto& role : roles_of(all)) {
    for (const auto& entry : role.types) {
      std::printf("%s %s\n", role.word.c_str(), entry.name.c_str());
    }
  }
  return exit_code::done;
}

exit_code print_type(const role& role, const std::string& type) {
  std::vector<std::string_view> known;
  for (const auto& entry : role.types) {
    known.push_back(entry.name);
  }
  auto found = find_type(node{type}, known, role.title);
  if (!found) {
    return complain(found.error());
  }
  std::puts(options_schema(role.types[*found], role.title).c_str());
  return exit_code::done;
}

exit_code print_schema(const schema_flags& flags) {
  auto all = describe_everything();
  if (flags.list) {
    return print_targets(all);
  }
  for (const auto& role : roles_of(all)) {
    if (role.word == flags.what) {
      return print_type(role, flags.type);
    }
  }
  std::puts(pipeline_file_schema(all).c_str());
  return exit_code::done;
}

} // namespace

void add_schema_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand(
    "schema", "Print the JSON Schema of pipeline files, or of one type's config");
  auto flags = std::make_shared<schema_flags>();
  command->add_option("what", flags->what, "config, source, sink, transform or state")
    ->check(one_of({"config", "source", "sink", "transform", "state"}))
    ->capture_default_str();
  command->add_option("type", flags->type, "The type, for all but config");
  command->add_flag("--list", flags->list, "List what there is a schema for");
  command->callback([&context, flags] {
    if (flags->what != "config" && flags->type.empty() && !flags->list) {
      throw CLI::ValidationError{"faucet schema " + flags->what,
                                 "needs a type; see \"faucet list\""};
    }
    context.chosen = [flags] { return print_schema(*flags); };
  });
}

} // namespace faucet
