#include "actors/make_run_plan.hpp"

#include "connectors/discarding_sink.hpp"
#include "state/read_only_store.hpp"
#include "state/state_key.hpp"
#include "state/store_types.hpp"

#include <algorithm>

namespace faucet {

namespace {

const std::string only_row = "row-0";

expected<std::vector<transform_stage>> make_stages(const std::vector<component_spec>& chain,
                                                   const catalogue& connectors) {
  std::vector<transform_stage> result;
  for (const auto& spec : chain) {
    auto found = find_transform(connectors, spec.type);
    if (!found) {
      return fail(std::move(found));
    }
    auto driver = (*found)->make(spec.config);
    if (!driver) {
      return fail(std::move(driver));
    }
    result.push_back({std::string{(*found)->type}, std::move(*driver)});
  }
  return result;
}

expected<void> make_sink(invocation_plan& plan, const sink_spec& spec,
                         const catalogue& connectors) {
  auto found = find_sink(connectors, spec.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto driver = (*found)->make(spec.config);
  if (!driver) {
    return fail(std::move(driver));
  }
  for (const auto& file : (*driver)->writes()) {
    auto reads = [&file](const transform_stage& stage) { return stage.driver->reads(file); };
    auto by_source = plan.source->reads(file);
    if (by_source || std::ranges::any_of(plan.transforms, reads)) {
      return fail(ec::invalid_config,
                  std::string{"the sink writes a file that "}
                    + (by_source ? "the source reads" : "a transform reads"),
                  to_string(spec.type.where()) + ": " + file.string());
    }
  }
  plan.sink_type = (*found)->type;
  plan.sink = std::move(*driver);
  return {};
}

/// A run that resumes reads only what is new; to overwrite with that would lose all the rest.
expected<void> check_overwrite(const invocation_plan& plan, const pipeline_spec& spec) {
  if (!spec.pipeline.state || !plan.sink->overwrites() || !plan.source->resumes()) {
    return {};
  }
  const auto* mode = spec.pipeline.sink.config.find("write_mode");
  return fail(
    ec::invalid_config,
    "the sink overwrites, but with a state store the source \"" + plan.source_type
      + "\" reads only what is new since the last run; take \"state\" out, let the source "
        "read everything, or let the sink append",
    to_string((mode != nullptr ? *mode : spec.pipeline.sink.type).where()));
}

expected<invocation_plan> make_invocation_plan(const pipeline_spec& spec,
                                               const catalogue& connectors,
                                               const plan_settings& settings) {
  invocation_plan result;
  result.row = only_row;
  if (spec.pipeline.state) {
    auto key = state_key(spec.name, only_row);
    if (!key) {
      return fail(std::move(key));
    }
    result.state_key = std::move(*key);
  }
  auto found = find_source(connectors, spec.pipeline.source.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto source = (*found)->make(spec.pipeline.source.config);
  if (!source) {
    return fail(std::move(source));
  }
  result.source_type = (*found)->type;
  result.source = std::move(*source);
  auto stages = make_stages(effective_transforms(spec.pipeline), connectors);
  if (!stages) {
    return fail(std::move(stages));
  }
  result.transforms = std::move(*stages);
  if (auto made = make_sink(result, spec.pipeline.sink, connectors); !made) {
    return fail(std::move(made));
  }
  if (auto ok = check_overwrite(result, spec); !ok) {
    return fail(std::move(ok));
  }
  if (settings.instead_sink) {
    if (auto made = make_sink(result, *settings.instead_sink, connectors); !made) {
      return fail(std::move(made));
    }
  } else if (settings.discard_output) {
    result.sink = std::make_shared<discarding_sink>();
  }
  if (settings.limit) {
    result.limit = *settings.limit;
  }
  return result;
}

expected<std::shared_ptr<state_store>> make_store(const component_spec& spec, bool read_only) {
  auto found = find_store(spec.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto store = (*found)->make(spec.config);
  if (!store) {
    return fail(std::move(store));
  }
  if (read_only) {
    return std::make_shared<read_only_store>(std::move(*store));
  }
  return std::shared_ptr<state_store>{std::move(*store)};
}

secret_mask secrets_of(const pipeline_spec& spec) {
  secret_mask result;
  result.learn(spec.pipeline.source.type);
  result.learn(spec.pipeline.source.config);
  for (const auto& step : effective_transforms(spec.pipeline)) {
    result.learn(step.type);
    result.learn(step.config);
  }
  result.learn(spec.pipeline.sink.type);
  result.learn(spec.pipeline.sink.config);
  if (spec.pipeline.state) {
    result.learn(spec.pipeline.state->type);
    result.learn(spec.pipeline.state->config);
  }
  return result;
}

expected<run_plan> make_unmasked_plan(const pipeline_spec& spec, const catalogue& connectors,
                                      const plan_settings& settings) {
  run_plan result;
  result.pipeline = spec.name;
  auto invocation = make_invocation_plan(spec, connectors, settings);
  if (!invocation) {
    return fail(std::move(invocation));
  }
  result.invocations.push_back(std::move(*invocation));
  if (spec.pipeline.state) {
    auto leaves_no_trace = settings.limit || settings.discard_output || settings.instead_sink;
    auto store = make_store(*spec.pipeline.state, leaves_no_trace);
    if (!store) {
      return fail(std::move(store));
    }
    result.store = std::move(*store);
  }
  return result;
}

} // namespace

expected<run_plan> make_run_plan(const pipeline_spec& spec, const catalogue& connectors,
                                 const plan_settings& settings) {
  auto secrets = secrets_of(spec);
  auto result = make_unmasked_plan(spec, connectors, settings);
  if (!result) {
    return tl::unexpected<error>(masked(std::move(result).error(), secrets));
  }
  result->secrets = std::move(secrets);
  return result;
}

} // namespace faucet
