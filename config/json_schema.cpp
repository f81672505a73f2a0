#include "config/json_schema.hpp"

#include "config/pipeline_spec.hpp"
#include "config/schema_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

using json = schema_writer::json;
using form = type_schema::form;

constexpr auto draft = "https://json-schema.org/draft/2020-12/schema";

json reference_to(std::string_view definition) {
  return {{"$ref", "#/$defs/" + std::string{definition}}};
}

json or_null(json schema) {
  return {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
}

/// A `{type, config, …}` map: what may stand in `config` depends on `type`.
json component_schema(type_schema shape, const std::vector<described_type>& types,
                      const schema_writer::replacements& instead = {}) {
  type_schema result{.what = form::tagged, .tag = "type"};
  for (auto& option : shape.options) {
    if (option.name != "type" && option.name != "config") {
      result.options.push_back(std::move(option));
    }
  }
  for (const auto& [name, summary, options] : types) {
    option_schema config{.name = "config", .help = summary, .type = options};
    config.is_required = std::ranges::any_of(options.options, &option_schema::is_required);
    result.variants.emplace_back(name,
                                 type_schema{.what = form::object, .options = {std::move(config)}});
  }
  return schema_writer{instead}(result, "");
}

/// The same types where rows may say the rest: no option is required.
std::vector<described_type> in_part(std::vector<described_type> types) {
  for (auto& type : types) {
    for (auto& option : type.options.options) {
      option.is_required = false;
    }
  }
  return types;
}

json one_of_keys(const char* single, const char* several) {
  return {
    {"anyOf", {{{"required", json::array({single})}}, {{"required", json::array({several})}}}}};
}

/// Where no rows are, the pipeline's source and sink must be there, and whole.
json complete_without_matrix() {
  json whole{{"source", or_null(reference_to("source"))}, {"sink", or_null(reference_to("sink"))}};
  return {
    {"if",
     {{"properties", {{"matrix", {{"type", "array"}, {"minItems", 1}}}}},
      {"required", json::array({"matrix"})}}},
    {"else",
     {{"properties",
       {{"pipeline",
         {{"if", {{"type", "object"}}},
          {"then",
           {{"properties", std::move(whole)},
            {"allOf", {one_of_keys("source", "sources"), one_of_keys("sink", "sinks")}}}}}}}}}}};
}

} // namespace

std::string options_schema(const described_type& of, std::string_view role) {
  json result{
    {"$schema", draft}, {"title", std::string{role} + " " + of.name}, {"description", of.summary}};
  result.update(schema_writer{}.object(of.options, ""));
  return result.dump(2);
}

std::string pipeline_file_schema(const described_types& types) {
  auto transform = reference_to("transform");
  auto store = or_null(reference_to("state"));
  auto dead_letters = or_null(reference_to("dlq"));
  schema_writer document{{{"pipeline.source", or_null(reference_to("base_source"))},
                          {"pipeline.sources{}", reference_to("base_source")},
                          {"pipeline.sink", or_null(reference_to("base_sink"))},
                          {"pipeline.sinks{}", reference_to("base_sink")},
                          {"pipeline.transforms[]", transform},
                          {"pipeline.state", store},
                          {"pipeline.dlq", dead_letters},
                          {"matrix[].transforms[]", transform},
                          {"matrix[].state", store},
                          {"matrix[].dlq", dead_letters}}};
  json result{{"$schema", draft}, {"title", "faucet pipeline file"}};
  result.update(document.object(describe_options<pipeline_spec>(), ""));
  auto& properties = result["properties"];
  for (const auto* block : {"vars", "params", "auth", "matrix"}) { // with nothing behind them
    properties[block]["if"]["type"] = {"string", "null"};
  }
  properties["auth"]["else"]["maxProperties"] = 0; // what it may hold is not built yet
  properties["pipeline"]["if"]["type"] = "string";
  properties["pool"] = {{"type", "string"},
                        {"pattern", "^[a-z0-9][a-z0-9_-]{0,62}$"},
                        {"description", "Pool of nodes that shall execute it."}};
  result["allOf"] = {complete_without_matrix()};
  auto source = describe_options<source_spec>();
  auto sink = describe_options<sink_spec>();
  schema_writer dead_letter_block{{{"sink", reference_to("sink")}}};
  result["$defs"] = {
    {"source", component_schema(source, types.sources, {{"transforms[]", transform}})},
    {"sink", component_schema(sink, types.sinks)},
    {"base_source",
     component_schema(source, in_part(types.sources), {{"transforms[]", transform}})},
    {"base_sink", component_schema(sink, in_part(types.sinks))},
    {"transform", component_schema(describe_options<component_spec>(), types.transforms)},
    {"state", component_schema(describe_options<component_spec>(), types.stores)},
    {"dlq", dead_letter_block.object(describe_options<dlq_spec>(), "")}};
  return result.dump(2);
}

} // namespace faucet
