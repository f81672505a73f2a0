#include "config/pipeline_spec.hpp"

#include <array>

namespace faucet {

namespace {

const node no_options{node::map_type{}};

} // namespace

void fields(option_visitor& v, component_spec& x) {
  v.field("type", x.type, required, "Name of the connector, transform or store.");
  v.field("config", x.config, no_options, "Its options.");
}

std::span<const enum_name<tier>> enum_names(tier) {
  static constexpr std::array<enum_name<tier>, 5> names{{{"mandatory", tier::mandatory},
                                                         {"active", tier::active},
                                                         {"available", tier::available},
                                                         {"draft", tier::draft},
                                                         {"archived", tier::archived}}};
  return names;
}

void fields(option_visitor& v, source_spec& x) {
  v.field("type", x.type, required, "Name of the source.");
  v.field("config", x.config, no_options, "Its options.");
  v.field("transforms", x.transforms, std::vector<component_spec>{},
          "Transforms of this source's records, behind those of the pipeline.");
  v.field("inherit_transforms", x.inherit_transforms, true,
          "Whether records pass the pipeline's transforms, too.");
  v.field("status", x.status, "How ready the source is.");
  v.field("tags", x.tags, std::vector<std::string>{}, "Words to select it by.");
  v.field("attributes", x.attributes, named<node>{}, "Notes for people and other programs.");
}

void fields(option_visitor& v, sink_spec& x) {
  v.field("type", x.type, required, "Name of the sink.");
  v.field("config", x.config, no_options, "Its options.");
  v.field("status", x.status, "How ready the sink is.");
  v.field("tags", x.tags, std::vector<std::string>{}, "Words to select it by.");
  v.field("attributes", x.attributes, named<node>{}, "Notes for people and other programs.");
}

void fields(option_visitor& v, pipeline_block& x) {
  v.field("source", x.source, required, "Where records come from.");
  v.field("transforms", x.transforms, std::vector<component_spec>{},
          "What happens to each record, in this order.");
  v.field("sink", x.sink, required, "Where records go.");
  v.field("state", x.state, "Where bookmarks are kept.");
}

std::span<const enum_name<error_policy>> enum_names(error_policy) {
  static constexpr std::array<enum_name<error_policy>, 2> names{
    {{"continue", error_policy::carry_on}, {"stop", error_policy::stop}}};
  return names;
}

std::span<const enum_name<dispatch_order>> enum_names(dispatch_order) {
  static constexpr std::array<enum_name<dispatch_order>, 2> names{
    {{"declared", dispatch_order::declared}, {"lpt", dispatch_order::longest_first}}};
  return names;
}

void fields(option_visitor& v, execution_spec& x) {
  v.field("max_concurrent", x.max_concurrent,
          "Invocations at one time; as many as there are cores, at most 8, unless set.",
          {.minimum = 1});
  v.field("on_error", x.on_error, error_policy::carry_on,
          "Whether the others go on when one invocation fails.");
  v.field("schedule", x.schedule, dispatch_order::declared,
          "Order of waiting invocations: as declared, or the heaviest first.");
}

void fields(option_visitor& v, pipeline_spec& x) {
  v.field("version", x.version, 1, "Version of the grammar.", {.minimum = 1, .maximum = 1});
  v.field("name", x.name, "", "Name of the pipeline; the file's name unless set.");
  v.field("vars", x.vars, named<node>{}, "Values for ${vars.NAME}.");
  v.field("params", x.params, named<param_spec>{}, "Values a run gives, for ${param.NAME}.");
  v.field("pipeline", x.pipeline, required, "What moves from where to where.");
  v.field("execution", x.execution, execution_spec{}, "How invocations are run.");
}

std::vector<component_spec> effective_transforms(const pipeline_block& x) {
  std::vector<component_spec> result;
  if (x.source.inherit_transforms) {
    result = x.transforms;
  }
  result.insert(result.end(), x.source.transforms.begin(), x.source.transforms.end());
  return result;
}

} // namespace faucet
