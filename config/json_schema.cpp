#include "config/json_schema.hpp"

#include "config/pipeline_spec.hpp"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <map>

namespace faucet {

namespace {

using json = nlohmann::ordered_json;
using form = type_schema::form;

constexpr auto draft = "https://json-schema.org/draft/2020-12/schema";

// Texts that may stand for a value of another type.
constexpr auto whole_reference = R"(^\$\{[^}]*\}$)";
constexpr auto integer_text = R"(^-?[0-9]+$|\$\{)";
constexpr auto number_pattern = R"(^-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$|\$\{)";
constexpr auto boolean_text = R"(^(true|false)$|\$\{)";
constexpr auto any_reference = R"(\$\{)";

json text_like(const char* pattern) {
  return {{"type", "string"}, {"pattern", pattern}};
}

json reference_to(std::string_view definition) {
  return {{"$ref", "#/$defs/" + std::string{definition}}};
}

json or_null(json schema) {
  return {{"anyOf", {std::move(schema), {{"type", "null"}}}}};
}

/// Renders types; some places can be given a schema of their own.
class schema_writer {
public:
  /// Schemas by path: "transforms[]" for the items of the option `transforms`.
  using replacements = std::map<std::string, json>;

  explicit schema_writer(replacements instead = {}) : instead_(std::move(instead)) {
    // nop
  }

  json operator()(const type_schema& type, const std::string& path) const {
    if (auto found = instead_.find(path); found != instead_.end()) {
      return found->second;
    }
    auto empty_is_valid =
      type.what == form::object && std::ranges::none_of(type.options, &option_schema::is_required);
    auto null_is_valid = type.nullable || empty_is_valid;
    return is_container(type) ? container(type, path, null_is_valid) : scalar(type, null_is_valid);
  }

  /// An object without the alternatives of its being a reference or null.
  json object(const type_schema& type, const std::string& path) const {
    json properties = json::object();
    json required = json::array();
    json conditions = json::array();
    for (const auto& option : type.options) {
      auto inner = path.empty() ? option.name : path + "." + option.name;
      properties[option.name] = property(option, inner);
      if (option.former_name.empty()) {
        if (option.is_required) {
          required.push_back(option.name);
        }
        continue;
      }
      properties[option.former_name] = properties[option.name];
      properties[option.former_name]["deprecated"] = true;
      json now{{"required", json::array({option.name})}};
      json formerly{{"required", json::array({option.former_name})}};
      if (option.is_required) {
        conditions.push_back({{"oneOf", {now, formerly}}});
      } else {
        conditions.push_back(
          {{"not", {{"required", json::array({option.name, option.former_name})}}}});
      }
    }
    json result{{"type", "object"}, {"properties", std::move(properties)}};
    result["additionalProperties"] = false;
    if (!required.empty()) {
      result["required"] = std::move(required);
    }
    if (!conditions.empty()) {
      result["allOf"] = std::move(conditions);
    }
    return result;
  }

private:
  json property(const option_schema& option, const std::string& path) const {
    json result{{"description", option.help}};
    result.update((*this)(option.type, path));
    if (!option.default_json.empty()) {
      result["default"] = json::parse(option.default_json, nullptr, false);
    }
    if (option.secret) {
      result["writeOnly"] = true;
    }
    return result;
  }

  static bool is_container(const type_schema& type) {
    return type.what == form::list || type.what == form::map || type.what == form::object
           || type.what == form::tagged;
  }

  /// Told apart by condition, not by alternatives, so that validators say what is wrong inside.
  json container(const type_schema& type, const std::string& path, bool null_is_valid) const {
    json result{{"if", {{"type", "string"}}}, {"then", {{"pattern", whole_reference}}}};
    if (null_is_valid) {
      result["if"]["type"] = {"string", "null"};
    }
    if (type.what == form::list) {
      result["else"] = {{"type", "array"}, {"items", (*this)(*type.items, path + "[]")}};
    } else if (type.what == form::map) {
      result["else"] = {{"type", "object"},
                        {"additionalProperties", (*this)(*type.items, path + "{}")}};
    } else {
      result["else"] = type.what == form::tagged ? tagged(type, path) : object(type, path);
    }
    return result;
  }

  static json scalar(const type_schema& type, bool null_is_valid) {
    auto alternatives = json::array();
    switch (type.what) {
      case form::integer:
        alternatives = {bounded("integer", type), text_like(integer_text)};
        break;
      case form::number:
        alternatives = {bounded("number", type), text_like(number_pattern)};
        break;
      case form::boolean:
        alternatives = {{{"type", "boolean"}}, text_like(boolean_text)};
        break;
      case form::string:
        if (type.choices.empty()) {
          alternatives.push_back({{"type", "string"}});
        } else {
          alternatives = {{{"enum", type.choices}}, text_like(any_reference)};
        }
        break;
      default:
        return json::object(); // any
    }
    if (null_is_valid) {
      alternatives.push_back({{"type", "null"}});
    }
    return alternatives.size() == 1 ? alternatives[0] : json{{"anyOf", std::move(alternatives)}};
  }

  static json bounded(const char* name, const type_schema& type) {
    json result{{"type", name}};
    if (type.minimum) {
      result["minimum"] = *type.minimum;
    }
    if (type.maximum) {
      result["maximum"] = *type.maximum;
    }
    return result;
  }

  /// Which keys a map may have depends on what its tag says.
  json tagged(const type_schema& type, const std::string& path) const {
    type_schema shared{.what = form::object, .options = type.options};
    auto result = object(shared, path);
    std::vector<std::string> names;
    for (const auto& [name, variant] : type.variants) {
      names.push_back(name);
      for (const auto& option : variant.options) {
        result["properties"][option.name] = json::object();
      }
    }
    result["properties"][type.tag] = scalar({.what = form::string, .choices = names}, false);
    result["required"].push_back(type.tag);
    for (const auto& [name, variant] : type.variants) {
      auto then = object(variant, path);
      then.erase("type");
      then.erase("additionalProperties");
      for (const auto& [key, ignored] : result["properties"].items()) {
        auto is_shared =
          key == type.tag
          || std::ranges::find(type.options, key, &option_schema::name) != type.options.end();
        if (!is_shared && !then["properties"].contains(key)) {
          then["properties"][key] = false;
        }
      }
      json condition{{"properties", {{type.tag, {{"const", name}}}}},
                     {"required", json::array({type.tag})}};
      result["allOf"].push_back({{"if", std::move(condition)}, {"then", std::move(then)}});
    }
    return result;
  }

  replacements instead_;
};

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

/// Where no rows are, the pipeline's source and sink must be whole.
json complete_without_matrix() {
  json whole{{"source", or_null(reference_to("source"))}, {"sink", or_null(reference_to("sink"))}};
  return {{"if",
           {{"properties", {{"matrix", {{"type", "array"}, {"minItems", 1}}}}},
            {"required", json::array({"matrix"})}}},
          {"else",
           {{"properties",
             {{"pipeline",
               {{"if", {{"type", "object"}}}, {"then", {{"properties", std::move(whole)}}}}}}}}}};
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
  properties["pipeline"]["else"]["allOf"] = {one_of_keys("source", "sources"),
                                             one_of_keys("sink", "sinks")};
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
