#include "cluster/claimed_plan.hpp"

#include "actors/make_run_plan.hpp"
#include "config/document.hpp"
#include "config/expand_rows.hpp"
#include "config/json_reader.hpp"
#include "config/load_pipeline.hpp"
#include "config/selection.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

/// What was submitted beside the pipeline; an empty map where it is no object.
node details_of(const claimed_run& run) {
  auto read = read_json(run.details, std::make_shared<const std::string>("history"));
  return read && read->map() != nullptr ? std::move(*read) : node{node::map_type{}};
}

expected<load_settings> settings_of(const node& details, const execution_place& place) {
  load_settings result{.params = {}, .clock = {}, .variables = place.variables};
  if (auto text = text_field(details, "clock")) {
    auto clock = run_clock::parse(*text);
    if (!clock) {
      return fail(std::move(clock));
    }
    result.clock = *clock;
  }
  return result;
}

} // namespace

expected<run_plan> plan_of(const claimed_run& run, const execution_place& place) {
  if (run.config.empty()) {
    return fail(ec::invalid_config, "claimed run record missing config_body");
  }
  auto details = details_of(run);
  auto settings = settings_of(details, place);
  if (!settings) {
    return fail(std::move(settings));
  }
  auto name = run.config_format == "json" ? "config.json" : "config.yaml";
  auto document = parse_document(run.config, name);
  if (!document) {
    return fail(std::move(document));
  }
  auto spec = read_pipeline(std::move(*document), name, *settings);
  if (!spec) {
    return fail(std::move(spec));
  }
  if (auto concurrency = number_field(details, "concurrency")) {
    spec->execution.max_concurrent = static_cast<uint32_t>(*concurrency);
  }
  return make_run_plan(*spec, *place.connectors);
}

} // namespace faucet
