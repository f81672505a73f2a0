#pragma once

#include <nlohmann/json.hpp>

#include <algorithm>
#include <regex>
#include <string>

namespace faucet {

/// Checks a value against a JSON Schema, as far as our schemas go. An unknown keyword is a failure,
/// so that none goes unchecked.
class schema_check {
public:
  using json = nlohmann::json;

  explicit schema_check(const std::string& schema) : root_(json::parse(schema)) {
    // nop
  }

  bool operator()(const json& x) const {
    return holds(root_, x);
  }

private:
  bool holds(const json& schema, const json& x) const {
    if (schema.is_boolean()) {
      return schema.get<bool>();
    }
    return std::ranges::all_of(schema.items(), [&](const auto& rule) {
      return keyword(rule.key(), rule.value(), schema, x);
    });
  }

  bool keyword(const std::string& name, const json& rule, const json& schema, const json& x) const {
    auto holds_for_x = [&](const json& inner) { return holds(inner, x); };
    if (name == "type") {
      return rule.is_array()
               ? std::ranges::any_of(rule, [&](const json& t) { return has_type(t, x); })
               : has_type(rule, x);
    }
    if (name == "enum") {
      return std::ranges::find(rule, x) != rule.end();
    }
    if (name == "const") {
      return rule == x;
    }
    if (name == "anyOf") {
      return std::ranges::any_of(rule, holds_for_x);
    }
    if (name == "oneOf") {
      return std::ranges::count_if(rule, holds_for_x) == 1;
    }
    if (name == "allOf") {
      return std::ranges::all_of(rule, holds_for_x);
    }
    if (name == "not") {
      return !holds(rule, x);
    }
    if (name == "if") {
      return holds(schema.value(holds(rule, x) ? "then" : "else", json(true)), x);
    }
    if (name == "$ref") {
      return holds(root_.at(json::json_pointer(rule.get<std::string>().substr(1))), x);
    }
    if (name == "pattern") {
      return !x.is_string() || std::regex_search(x.get<std::string>(), std::regex{rule});
    }
    if (name == "minLength") {
      return !x.is_string() || x.get<std::string>().size() >= rule;
    }
    if (name == "maxLength") {
      return !x.is_string() || x.get<std::string>().size() <= rule;
    }
    if (name == "minimum") {
      return !x.is_number() || x >= rule;
    }
    if (name == "maximum") {
      return !x.is_number() || x <= rule;
    }
    if (name == "minItems") {
      return !x.is_array() || x.size() >= rule;
    }
    if (name == "maxProperties") {
      return !x.is_object() || x.size() <= rule;
    }
    if (name == "items") {
      return !x.is_array()
             || std::ranges::all_of(x, [&](const json& item) { return holds(rule, item); });
    }
    if (name == "required") {
      return !x.is_object()
             || std::ranges::all_of(rule, [&](const json& key) { return x.contains(key); });
    }
    if (name == "properties" || name == "additionalProperties") {
      return !x.is_object() || entries(name == "properties", rule, schema, x);
    }
    return name == "then" || name == "else" || name == "$defs" || name == "$schema"
           || name == "title" || name == "description" || name == "default" || name == "deprecated"
           || name == "writeOnly";
  }

  bool entries(bool listed, const json& rule, const json& schema, const json& x) const {
    return std::ranges::all_of(x.items(), [&](const auto& entry) {
      auto known = schema.value("properties", json::object()).contains(entry.key());
      if (known != listed) {
        return true;
      }
      return holds(listed ? rule.at(entry.key()) : rule, entry.value());
    });
  }

  static bool has_type(const std::string& name, const json& x) {
    return (name == "null" && x.is_null()) || (name == "boolean" && x.is_boolean())
           || (name == "integer" && x.is_number_integer()) || (name == "number" && x.is_number())
           || (name == "string" && x.is_string()) || (name == "array" && x.is_array())
           || (name == "object" && x.is_object());
  }

  json root_;
};

} // namespace faucet
