#include "config/grammar.hpp"

#include <algorithm>
#include <array>
#include <span>

namespace faucet {

namespace {

// Keys of the grammar that are not built yet.
constexpr std::array<std::string_view, 33> later_at_top{"auth",
                                                        "backfill",
                                                        "budget",
                                                        "catalog",
                                                        "delivery",
                                                        "extends",
                                                        "kind",
                                                        "lineage",
                                                        "local_outputs",
                                                        "matrix",
                                                        "metadata_columns",
                                                        "mirror",
                                                        "notifications",
                                                        "observability",
                                                        "partition",
                                                        "policy",
                                                        "pool",
                                                        "pool_override",
                                                        "profiles",
                                                        "profiling",
                                                        "reconcile",
                                                        "replication",
                                                        "requires_faucet",
                                                        "resilience",
                                                        "rollback",
                                                        "schedule",
                                                        "selection",
                                                        "shard",
                                                        "sla",
                                                        "state_scope",
                                                        "tests",
                                                        "usage",
                                                        "verify"};
constexpr std::array<std::string_view, 9> later_in_pipeline{
  "contract", "dlq", "edges", "masking", "nodes", "quality", "schema", "sinks", "sources"};
constexpr std::array<std::string_view, 2> later_in_connector{"complete_for", "ref"};
constexpr std::array<std::string_view, 1> later_in_execution{"adaptive_batch_size"};
constexpr std::array<std::string_view, 4> inside_pipeline{"sink", "source", "state", "transforms"};
constexpr std::array<std::string_view, 2> never_in_sink{"inherit_transforms", "transforms"};

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

} // namespace

expected<void> check_grammar(const node& document) {
  constexpr std::string_view later = "is not supported yet by this build";
  const auto* pipeline = document.find("pipeline");
  auto part = [pipeline](std::string_view key) {
    return pipeline == nullptr ? nullptr : pipeline->find(key);
  };
  return check_version(document.find("version"))
    .and_then([&] { return refuse(&document, later_at_top, later); })
    .and_then([&] { return refuse(&document, inside_pipeline, "belongs below \"pipeline:\""); })
    .and_then([&] { return refuse(pipeline, later_in_pipeline, later); })
    .and_then([&] { return refuse(part("source"), later_in_connector, later); })
    .and_then([&] { return refuse(part("sink"), later_in_connector, later); })
    .and_then([&] { return refuse(document.find("execution"), later_in_execution, later); })
    .and_then([&] {
      return refuse(part("sink"), never_in_sink,
                    "cannot stand in a sink; transforms belong to the pipeline or its source");
    });
}

} // namespace faucet
