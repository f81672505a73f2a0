#include "config/pipeline_spec.hpp"

#include <array>

namespace faucet {

namespace {

const node no_options{node::map_type{}};

} // namespace

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
  v.field("source", x.source, "Where records come from.");
  v.field("sources", x.sources, named<source_spec>{}, "Sources that rows take by name.");
  v.field("transforms", x.transforms, std::vector<component_spec>{},
          "What happens to each record, in this order.");
  v.field("sink", x.sink, "Where records go.");
  v.field("sinks", x.sinks, named<sink_spec>{}, "Sinks that rows take by name.");
  v.field("state", x.state, "Where bookmarks are kept.");
  v.field("dlq", x.dlq, "Where records go that could not be written.");
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
  v.field("adaptive_batch_size", x.adaptive_batch_size,
          "Size of batches after what the sink bears; only {enabled: false} in this build.");
}

std::span<const enum_name<parent_policy>> enum_names(parent_policy) {
  static constexpr std::array<enum_name<parent_policy>, 3> names{
    {{"off", parent_policy::off},
     {"eligible", parent_policy::eligible},
     {"all", parent_policy::all}}};
  return names;
}

std::string_view name_of(parent_policy x) {
  return enum_names(x)[static_cast<size_t>(x)].first;
}

void fields(option_visitor& v, selection_spec& x) {
  v.field("include_parents", x.include_parents, parent_policy::off,
          "Whether rows that a selected row waits for run, too: never, if they would run by "
          "themselves, or always.");
}

std::span<const enum_name<file_kind>> enum_names(file_kind) {
  static constexpr std::array<enum_name<file_kind>, 1> names{{{"pipeline", file_kind::pipeline}}};
  return names;
}

void fields(option_visitor& v, pipeline_spec& x) {
  v.field("kind", x.kind, file_kind::pipeline, "What the file is.");
  v.field("requires_faucet", x.requires_faucet, node{},
          "Versions that the file is written for, for example \">=1.15, <2\".");
  v.field("version", x.version, 1, "Version of the grammar.", {.minimum = 1, .maximum = 1});
  v.field("name", x.name, "", "Name of the pipeline; the file's name unless set.");
  v.field("vars", x.vars, named<node>{}, "Values for ${vars.NAME}.");
  v.field("params", x.params, named<param_spec>{}, "Values a run gives, for ${param.NAME}.");
  v.field("auth", x.auth, named<node>{}, "Shared credentials; empty in this build.");
  v.field("pipeline", x.pipeline, required, "What moves from where to where.");
  v.field("matrix", x.matrix, std::vector<matrix_row>{},
          "Rows: each is the pipeline with changes, run by itself.");
  v.field("execution", x.execution, execution_spec{}, "How invocations are run.");
  v.field("selection", x.selection, selection_spec{}, "How rows are selected.");
}

} // namespace faucet
