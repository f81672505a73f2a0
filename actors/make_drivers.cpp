#include "actors/make_drivers.hpp"

#include "connectors/discarding_sink.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// Makes what was found from its options, and tells its type.
template <class Interface>
expected<void> make_driver(const expected<const descriptor<Interface>*>& found,
                           const component_spec& spec, std::string& type,
                           std::shared_ptr<Interface>& driver) {
  if (!found) {
    return tl::unexpected(found.error());
  }
  auto made = (*found)->make(spec.config);
  if (!made) {
    return fail(std::move(made));
  }
  type = (*found)->type;
  driver = std::move(*made);
  return {};
}

expected<std::vector<transform_stage>> make_stages(const std::vector<component_spec>& chain,
                                                   const catalogue& connectors) {
  std::vector<transform_stage> result;
  for (const auto& spec : chain) {
    transform_stage stage;
    if (auto ok =
          make_driver(find_transform(connectors, spec.type), spec, stage.type, stage.driver);
        !ok) {
      return fail(std::move(ok));
    }
    result.push_back(std::move(stage));
  }
  return result;
}

expected<void> make_source(invocation_plan& plan, const component_spec& spec,
                           const catalogue& connectors) {
  return make_driver(find_source(connectors, spec.type), spec, plan.source_type, plan.source);
}

expected<void> make_sink(invocation_plan& plan, const component_spec& spec,
                         const catalogue& connectors) {
  return make_driver(find_sink(connectors, spec.type), spec, plan.sink_type, plan.sink);
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
