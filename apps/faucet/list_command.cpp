#include "apps/faucet/command.hpp"
#include "connectors/catalogue.hpp"
#include "state/store_types.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cstdio>
#include <memory>
#include <string>

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

/// What stands behind a summary: " [resumable, shardable]", or nothing.
template <class Driver>
std::string remarks(const descriptor<Driver>& entry) {
  std::string result;
  const auto can = capabilities_json(entry.can);
  for (const auto& [name, has] : can.items()) {
    if (has.template get<bool>()) {
      result += (result.empty() ? " [" : ", ") + name;
    }
  }
  return result.empty() ? result : result + "]";
}

std::string remarks(const store_descriptor& entry) {
  return entry.durable ? " [durable]" : "";
}

template <class Entries>
void print_entries(const char* title, const Entries& entries) {
  std::printf("%s:\n", title);
  for (const auto& entry : entries) {
    std::printf("  %-14.*s %.*s%s\n", static_cast<int>(entry.type.size()), entry.type.data(),
                static_cast<int>(entry.summary.size()), entry.summary.data(),
                remarks(entry).c_str());
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
