#include "actors/make_drivers.hpp"

#include "connectors/discarding_sink.hpp"

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

expected<void> make_source(invocation_plan& plan, const component_spec& spec,
                           const catalogue& connectors) {
  auto found = find_source(connectors, spec.type);
  if (!found) {
    return fail(std::move(found));
  }
  auto driver = (*found)->make(spec.config);
  if (!driver) {
    return fail(std::move(driver));
  }
  plan.source_type = (*found)->type;
  plan.source = std::move(*driver);
  return {};
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
  plan.sink_type = (*found)->type;
  plan.sink = std::move(*driver);
  return {};
}

expected<void> check_files(const invocation_plan& plan, const component_spec& sink) {
  for (const auto& file : plan.sink->writes()) {
    auto reads = [&file](const transform_stage& stage) { return stage.driver->reads(file); };
    auto by_source = plan.source->reads(file);
    if (by_source || std::ranges::any_of(plan.transforms, reads)) {
      return fail(ec::invalid_config,
                  std::string{"the sink writes a file that "}
                    + (by_source ? "the source reads" : "a transform reads"),
                  to_string(sink.type.where()) + ": " + file.string());
    }
  }
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

} // namespace

expected<invocation_plan> make_drivers(const row_spec& row, const catalogue& connectors,
                                       const plan_settings& settings,
                                       std::vector<std::filesystem::path>* writes) {
  invocation_plan result;
  if (auto made = make_source(result, row.source, connectors); !made) {
    return fail(std::move(made));
  }
  auto stages = make_stages(row.transforms, connectors);
  if (!stages) {
    return fail(std::move(stages));
  }
  result.transforms = std::move(*stages);
  if (auto made = make_sink(result, row.sink, connectors); !made) {
    return fail(std::move(made));
  }
  if (auto ok = check_files(result, row.sink); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = check_overwrite(result, row); !ok) {
    return fail(std::move(ok));
  }
  if (writes != nullptr) {
    *writes = result.sink->writes();
  }
  if (settings.instead_sink) {
    if (auto made = make_sink(result, *settings.instead_sink, connectors); !made) {
      return fail(std::move(made));
    }
    if (auto ok = check_files(result, *settings.instead_sink); !ok) {
      return fail(std::move(ok));
    }
  } else if (settings.discard_output) {
    result.sink = std::make_shared<discarding_sink>();
  }
  return result;
}

} // namespace faucet
