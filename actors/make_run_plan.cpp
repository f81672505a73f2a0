#include "actors/make_run_plan.hpp"

#include "config/expand_rows.hpp"
#include "connectors/discarding_sink.hpp"
#include "state/read_only_store.hpp"
#include "state/state_key.hpp"
#include "state/store_types.hpp"

#include <algorithm>

namespace faucet {

namespace {

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

expected<void> make_sink(invocation_plan& plan, const component_spec& spec,
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
expected<void> check_overwrite(const invocation_plan& plan, const row_spec& row) {
  if (!row.state || !plan.sink->overwrites() || !plan.source->resumes()) {
    return {};
  }
  const auto* mode = row.sink.config.find("write_mode");
  return fail(
    ec::invalid_config,
    "the sink overwrites, but with a state store the source \"" + plan.source_type
      + "\" reads only what is new since the last run; take \"state\" out, let the source "
        "read everything, or let the sink append",
    to_string((mode != nullptr ? *mode : row.sink.type).where()));
}

expected<invocation_plan> make_invocation_plan(const std::string& pipeline, const row_spec& row,
                                               const catalogue& connectors,
                                               const plan_settings& settings) {
  invocation_plan result;
  result.row = row.id;
  if (row.state) {
    auto key = state_key(pipeline, row.id);
    if (!key) {
      return fail(std::move(key));
    }
    result.state_key = std::move(*key);
  }
  auto found = find_source(connectors, row.source.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto source = (*found)->make(row.source.config);
  if (!source) {
    return fail(std::move(source));
  }
  result.source_type = (*found)->type;
  result.source = std::move(*source);
  auto stages = make_stages(row.transforms, connectors);
  if (!stages) {
    return fail(std::move(stages));
  }
  result.transforms = std::move(*stages);
  if (auto made = make_sink(result, row.sink, connectors); !made) {
    return fail(std::move(made));
  }
  if (auto ok = check_overwrite(result, row); !ok) {
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

secret_mask secrets_of(const std::vector<row_spec>& rows) {
  secret_mask result;
  auto learn = [&result](const component_spec& x) {
    result.learn(x.type);
    result.learn(x.config);
  };
  for (const auto& row : rows) {
    learn(row.source);
    std::ranges::for_each(row.transforms, learn);
    learn(row.sink);
    if (row.state) {
      learn(*row.state);
    }
    if (row.dlq) {
      learn(row.dlq->sink);
    }
  }
  return result;
}

expected<run_plan> make_unmasked_plan(const std::string& pipeline, const row_spec& row,
                                      const catalogue& connectors, const plan_settings& settings) {
  run_plan result;
  result.pipeline = pipeline;
  auto invocation = make_invocation_plan(pipeline, row, connectors, settings);
  if (!invocation) {
    return fail(std::move(invocation));
  }
  result.invocations.push_back(std::move(*invocation));
  if (row.state) {
    auto leaves_no_trace = settings.limit || settings.discard_output || settings.instead_sink;
    auto store = make_store(*row.state, leaves_no_trace);
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
  auto rows = expand_rows(spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  const auto& row = rows->front();
  if (rows->size() > 1 || row.dlq) {
    return fail(ec::invalid_config, "several rows and dead letters cannot be run yet by this build",
                to_string(row.where));
  }
  auto secrets = secrets_of(*rows);
  auto result = make_unmasked_plan(spec.name, row, connectors, settings);
  if (!result) {
    return tl::unexpected<error>(masked(std::move(result).error(), secrets));
  }
  result->secrets = std::move(secrets);
  return result;
}

} // namespace faucet
