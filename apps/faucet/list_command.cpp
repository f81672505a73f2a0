#include "apps/faucet/command.hpp"
#include "connectors/catalogue.hpp"
#include "state/store_types.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>

namespace faucet {

namespace {

nlohmann::ordered_json capabilities_json(const capabilities& can) {
  return {{"resumable", can.resumable},
          {"replayable", can.replayable},
          {"atomic_commit", can.atomic_commit},
          {"upsert", can.upsert},
          {"shardable", can.shardable}};
}

template <class Driver>
nlohmann::ordered_json entries_json(const std::vector<descriptor<Driver>>& entries) {
  auto result = nlohmann::ordered_json::array();
  for (const auto& entry : entries) {
    result.push_back({{"name", entry.type},
                      {"description", entry.summary},
                      {"capabilities", capabilities_json(entry.can)}});
  }
  return result;
}

nlohmann::ordered_json stores_json() {
  auto result = nlohmann::ordered_json::array();
  for (const auto& entry : built_in_stores()) {
    result.push_back(
      {{"name", entry.type}, {"description", entry.summary}, {"durable", entry.durable}});
  }
  return result;
}

void print_title(const char* title) {
  std::printf("%s:\n", title);
}

template <class Entries>
void print_entries(const char* title, const Entries& entries) {
  print_title(title);
  for (const auto& entry : entries) {
    std::printf("  %-14.*s %.*s\n", static_cast<int>(entry.type.size()), entry.type.data(),
                static_cast<int>(entry.summary.size()), entry.summary.data());
  }
  std::puts("");
}

exit_code list(bool json) {
  const auto& all = built_in_catalogue();
  if (json) {
    nlohmann::ordered_json result{{"sources", entries_json(all.sources)},
                                  {"sinks", entries_json(all.sinks)},
                                  {"transforms", entries_json(all.transforms)},
                                  {"state", stores_json()}};
    std::puts(result.dump(2).c_str());
    return exit_code::done;
  }
  print_entries("Sources", all.sources);
  print_entries("Sinks", all.sinks);
  print_entries("Transforms", all.transforms);
  print_entries("State stores", built_in_stores());
  return exit_code::done;
}

} // namespace

void add_list_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("list", "List sources, sinks, transforms and state stores");
  auto json = std::make_shared<bool>(false);
  command->add_flag("--json", *json, "One JSON document, with capabilities");
  command->callback([&context, json] { context.chosen = [json] { return list(*json); }; });
}

} // namespace faucet
