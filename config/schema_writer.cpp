#include "config/schema_writer.hpp"

#include <algorithm>

namespace faucet {

namespace {

using json = schema_writer::json;
using form = type_schema::form;

// Texts that may stand for a value of another type.
constexpr auto whole_reference = R"(^\$\{[^}]*\}$)";
constexpr auto integer_text = R"(^-?[0-9]+$|\$\{)";
constexpr auto number_pattern = R"(^-?([0-9]+\.?[0-9]*|\.[0-9]+)([eE][+-]?[0-9]+)?$|\$\{)";
constexpr auto boolean_text = R"(^(true|false)$|\$\{)";
constexpr auto any_reference = R"(\$\{)";

json text_like(const char* pattern) {
  return {{"type", "string"}, {"pattern", pattern}};
}

bool is_container(const type_schema& type) {
  return type.what == form::list || type.what == form::map || type.what == form::object
         || type.what == form::tagged;
}

json bounded(const char* name, const type_schema& type) {
  json result{{"type", name}};
  if (type.minimum) {
    result["minimum"] = *type.minimum;
  }
  if (type.maximum) {
    result["maximum"] = *type.maximum;
  }
  return result;
}

json scalar(const type_schema& type, bool null_is_valid) {
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

} // namespace

schema_writer::json schema_writer::operator()(const type_schema& type,
                                              const std::string& path) const {
  if (auto found = instead_.find(path); found != instead_.end()) {
    return found->second;
  }
  auto empty_is_valid =
    type.what == form::object && std::ranges::none_of(type.options, &option_schema::is_required);
  auto null_is_valid = type.nullable || empty_is_valid;
  return is_container(type) ? container(type, path, null_is_valid) : scalar(type, null_is_valid);
}

schema_writer::json schema_writer::object(const type_schema& type, const std::string& path) const {
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

schema_writer::json schema_writer::property(const option_schema& option,
                                            const std::string& path) const {
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

schema_writer::json schema_writer::container(const type_schema& type, const std::string& path,
                                             bool null_is_valid) const {
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

schema_writer::json schema_writer::tagged(const type_schema& type, const std::string& path) const {
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

} // namespace faucet
