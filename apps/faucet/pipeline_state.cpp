#include "apps/faucet/pipeline_state.hpp"

#include "actors/make_run_plan.hpp"
#include "config/expand_rows.hpp"

namespace faucet {

namespace {

void learn(secret_mask& secrets, const row_spec& row) {
  secrets.learn(row.source.config);
  secrets.learn(row.sink.config);
  if (row.state) {
    secrets.learn(row.state->config);
  }
  if (row.dlq) {
    secrets.learn(row.dlq->sink.config);
  }
}

} // namespace

expected<pipeline_state> open_pipeline_state(const pipeline_flags& flags) {
  auto result = open_pipeline_to_probe(flags);
  if (result && result->refusal) {
    return tl::unexpected<error>(*result->refusal);
  }
  return result;
}

expected<pipeline_state> open_pipeline_to_probe(const pipeline_flags& flags) {
  auto spec = load_pipeline(flags, false);
  if (!spec) {
    return fail(std::move(spec));
  }
  auto rows = expand_rows(*spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  pipeline_state result;
  result.pipeline = spec->name;
  if (auto plan = make_run_plan(*spec, built_in_catalogue()); !plan) {
    result.refusal = std::move(plan).error();
  }
  for (const auto& row : *rows) {
    learn(result.secrets, row);
  }
  auto homes = find_homes(spec->name, std::move(*rows));
  if (!homes) {
    return tl::unexpected<error>(masked(std::move(homes).error(), result.secrets));
  }
  result.homes = std::move(*homes);
  return result;
}

expected<std::vector<const row_home*>> chosen_homes(const pipeline_state& from,
                                                    const std::string& id) {
  std::vector<const row_home*> result;
  std::string known;
  for (const auto& home : from.homes) {
    if (id.empty() || home.row.id == id) {
      result.push_back(&home);
    }
    known += (known.empty() ? "" : ", ") + home.row.id;
  }
  if (result.empty()) {
    return fail(ec::invalid_config,
                "no such row in pipeline \"" + from.pipeline + "\"; its rows are " + known,
                "--row " + id);
  }
  return result;
}

expected<const row_home*> changeable_row(const pipeline_state& from, const std::string& id) {
  if (id.empty()) {
    return fail(ec::invalid_config, "must not be empty", "--row");
  }
  auto found = chosen_homes(from, id);
  if (!found) {
    return fail(std::move(found));
  }
  const auto* home = found->front();
  if (!home->durable) {
    return fail(ec::invalid_config,
                home->store ? "state of type " + home->store_type
                                + " ends with the program; there is nothing to change"
                            : "has no \"state\" block; there is nothing to change",
                "row " + id);
  }
  return home;
}

expected<std::unique_ptr<store_content>> read_store(const pipeline_state& from,
                                                    state_store& store) {
  auto result = std::make_unique<store_content>();
  std::vector<std::string> ids;
  for (const auto& home : from.homes) {
    if (home.store.get() == &store) {
      result->homes.push_back(&home);
      ids.push_back(home.row.id);
    }
  }
  auto keys = read_keys(store, from.pipeline);
  if (!keys) {
    return fail(std::move(keys));
  }
  result->keys = std::move(*keys);
  result->sorted = sort_by_row(result->keys, from.pipeline, ids);
  return result;
}

} // namespace faucet
