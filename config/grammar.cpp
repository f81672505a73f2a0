#include "config/grammar.hpp"

#include "config/scalar_text.hpp"
#include "config/version_requirement.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace faucet {

namespace {

// Keys of the grammar that are not built yet.
constexpr std::array<std::string_view, 27> later_at_top{
  "backfill",  "budget",        "catalog",       "delivery",
  "extends",   "lineage",       "local_outputs", "metadata_columns",
  "mirror",    "notifications", "observability", "partition",
  "policy",    "pool_override", "profiles",      "profiling",
  "reconcile", "replication",   "resilience",    "rollback",
  "schedule",  "shard",         "sla",           "state_scope",
  "tests",     "usage",         "verify"};
constexpr std::array<std::string_view, 6> later_in_pipeline{"contract", "edges",   "masking",
                                                            "nodes",    "quality", "schema"};
constexpr std::array<std::string_view, 1> later_in_connector{"complete_for"};
constexpr std::array<std::string_view, 7> later_in_row{
  "delivery", "discover", "fan_out", "for_each", "partition", "profiling", "sla"};
constexpr std::array<std::string_view, 7> inside_pipeline{"dlq",     "sink",  "sinks",     "source",
                                                          "sources", "state", "transforms"};
constexpr std::array<std::string_view, 2> never_in_sink{"inherit_transforms", "transforms"};
constexpr std::string_view later = "is not supported yet by this build";

/// The first entry of a map whose key is listed.
const node::entry* first_of(const node* map, std::span<const std::string_view> keys) {
  if (map == nullptr || map->map() == nullptr) {
    return nullptr;
  }
  auto found = std::ranges::find_if(*map->map(), [keys](const node::entry& x) {
    return std::ranges::find(keys, x.key) != keys.end();
  });
  return found == map->map()->end() ? nullptr : &*found;
}

expected<void> refuse(const node* map, std::span<const std::string_view> keys,
                      std::string_view why) {
  if (const auto* found = first_of(map, keys)) {
    return fail(ec::invalid_config, "\"" + found->key + "\" " + std::string{why},
                to_string(found->where));
  }
  return {};
}

expected<void> check_version(const node* version) {
  if (version == nullptr || version->list() != nullptr || version->map() != nullptr
      || version->is_null() || version->text() != nullptr) {
    return {}; // a wrong type is found with all others
  }
  const auto* number = std::get_if<int64_t>(&version->content());
  if (number != nullptr && *number == 1) {
    return {};
  }
  return fail(ec::invalid_config, "this build reads version 1 of the grammar only",
              to_string(version->where()));
}

/// `check` for the map's single connector and for each of its named ones.
template <class Check>
expected<void> for_connectors(const node* pipeline, std::string_view role, Check check) {
  if (pipeline == nullptr) {
    return {};
  }
  auto result = check(pipeline->find(role));
  const auto* several = pipeline->find(std::string{role} + "s");
  if (several != nullptr && several->map() != nullptr) {
    for (auto entry = several->map()->begin(); result && entry != several->map()->end(); ++entry) {
      result = check(&entry->value);
    }
  }
  return result;
}

expected<void> check_sink(const node* sink) {
  return refuse(sink, never_in_sink,
                "cannot stand in a sink; transforms belong to the pipeline, a source or a row")
    .and_then([&] { return refuse(sink, later_in_connector, later); });
}

expected<void> check_row(const node& row) {
  return refuse(&row, later_in_row, later).and_then([&] { return check_sink(row.find("sink")); });
}

expected<void> check_matrix(const node* matrix) {
  if (matrix == nullptr || matrix->list() == nullptr) {
    return {};
  }
  expected<void> result;
  for (auto row = matrix->list()->begin(); result && row != matrix->list()->end(); ++row) {
    result = check_row(*row);
  }
  return result;
}

/// Blocks that change nothing as long as they are empty or off.
expected<void> check_idle_blocks(const node& document) {
  const auto* auth = document.find("auth");
  if (auth != nullptr && auth->map() != nullptr && !auth->map()->empty()) {
    return fail(ec::invalid_config, "\"auth\" " + std::string{later}, to_string(auth->where()));
  }
  const auto* execution = document.find("execution");
  const auto* adaptive = execution == nullptr ? nullptr : execution->find("adaptive_batch_size");
  const auto* enabled = adaptive == nullptr ? nullptr : adaptive->find("enabled");
  const auto* flag = enabled == nullptr ? nullptr : std::get_if<bool>(&enabled->content());
  if (enabled != nullptr && (flag == nullptr || *flag)) {
    return fail(ec::invalid_config, "\"adaptive_batch_size\" " + std::string{later},
                to_string(enabled->where()));
  }
  return {};
}

expected<void> check_requirement(const node* requirement) {
  auto text = requirement == nullptr ? std::nullopt : scalar_text(*requirement);
  if (!text) {
    return {}; // a wrong type is found with all others
  }
  auto is_met = meets(grammar_release, *text);
  if (!is_met) {
    return fail(ec::invalid_config, is_met.error().what, to_string(requirement->where()));
  }
  if (!*is_met) {
    const auto& [major, minor, patch] = grammar_release;
    return fail(ec::invalid_config,
                "this file is written for faucet " + *text + "; this build reads files of "
                  + std::to_string(major) + "." + std::to_string(minor) + "."
                  + std::to_string(patch),
                to_string(requirement->where()));
  }
  return {};
}

} // namespace

expected<void> check_grammar(const node& document) {
  const auto* pipeline = document.find("pipeline");
  auto later_only = [](const node* source) { return refuse(source, later_in_connector, later); };
  return check_requirement(document.find("requires_faucet"))
    .and_then([&] { return check_version(document.find("version")); })
    .and_then([&] { return refuse(&document, later_at_top, later); })
    .and_then([&] { return refuse(&document, inside_pipeline, "belongs below \"pipeline:\""); })
    .and_then([&] { return refuse(pipeline, later_in_pipeline, later); })
    .and_then([&] { return for_connectors(pipeline, "source", later_only); })
    .and_then([&] { return for_connectors(pipeline, "sink", check_sink); })
    .and_then([&] { return check_matrix(document.find("matrix")); })
    .and_then([&] { return check_idle_blocks(document); });
}

} // namespace faucet
