#include "cluster/claimed_plan.hpp"

#include "actors/make_run_plan.hpp"
#include "config/document.hpp"
#include "config/json_reader.hpp"
#include "config/load_pipeline.hpp"
#include "state/json_text.hpp"

#include <array>

namespace faucet {

namespace {

/// What a submission may wish and this release cannot do yet.
constexpr std::array<std::string_view, 3> unfulfilled{"selection", "depends_on", "timeout_secs"};

/// What was submitted beside the pipeline. No wish is passed over.
expected<node> details_of(const claimed_run& run) {
  auto read = read_json(run.details, std::make_shared<const std::string>("submission"));
  if (read && read->map() == nullptr) {
    return fail(ec::invalid_config, "what was submitted beside the config is no object");
  }
  for (auto name : unfulfilled) {
    if (read && read->find(name) != nullptr) {
      return fail(ec::invalid_config, "not supported yet by this build", std::string{name});
    }
  }
  return read;
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
  auto details = details_of(run);
  if (!details) {
    return fail(std::move(details));
  }
  auto settings = settings_of(*details, place);
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
  if (auto concurrency = number_field(*details, "concurrency")) {
    spec->execution.max_concurrent = static_cast<uint32_t>(*concurrency);
  }
  return make_run_plan(*spec, *place.connectors);
}

} // namespace faucet
