#include "apps/faucet/client/submission_body.hpp"

#include "config/bounded_file.hpp"
#include "config/document.hpp"
#include "state/json_text.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// The entry of a map, which is there.
node& value_in(node& map, std::string_view key) {
  auto& entries = std::get<node::map_type>(map.content());
  return std::ranges::find(entries, key, &node::entry::key)->value;
}

void set(node& map, std::string_view key, node value) {
  auto& entries = std::get<node::map_type>(map.content());
  std::erase_if(entries, [key](const node::entry& x) { return x.key == key; });
  entries.push_back({.key = std::string{key}, .value = std::move(value), .where = {}});
}

/// Makes what was given the defaults of a document.
expected<void> give(node& document, const given_params& given) {
  auto bound = parameters::bind(document.find("params"), given, false);
  if (!bound) {
    return fail(std::move(bound));
  }
  for (const auto& x : bound->entries()) {
    if (!x.given) {
      continue;
    }
    if (x.spec.secret) {
      return fail(ec::invalid_config,
                  "is secret, and a submitted value would be kept where others read it; let the "
                  "pipeline read it from a variable or a file of the node",
                  "--param " + x.name);
    }
    auto& declared = value_in(value_in(document, "params"), x.name);
    set(declared, "default", *x.given);
    set(declared, "required", node{false});
  }
  return {};
}

struct config_text {
  std::string text;
  std::string format;
};

expected<config_text> config_of(const wanted_run& x) {
  if (x.params.empty()) {
    auto text = read_bounded_file(x.file, max_document_bytes);
    if (!text) {
      return fail(std::move(text));
    }
    return config_text{std::move(*text), x.file.ends_with(".json") ? "json" : "yaml"};
  }
  auto document = load_document(x.file);
  if (!document) {
    return fail(std::move(document));
  }
  if (auto done = give(*document, x.params); !done) {
    return fail(std::move(done));
  }
  return config_text{json_of(*document), "json"};
}

expected<std::string> labels_of(const std::vector<std::string>& texts) {
  json_object_writer result;
  for (const auto& text : texts) {
    auto equals = text.find('=');
    if (equals == 0 || equals == std::string::npos) {
      return fail(ec::invalid_config, "expected KEY=VALUE", "--label " + text);
    }
    result.text(text.substr(0, equals), std::string_view{text}.substr(equals + 1));
  }
  return std::move(result).finish();
}

} // namespace

expected<std::string> submission_body(const wanted_run& x) {
  auto config = config_of(x);
  if (!config) {
    return fail(std::move(config));
  }
  auto labels = labels_of(x.labels);
  if (!labels) {
    return labels;
  }
  json_object_writer result;
  result.text("config", config->text).text("config_format", config->format);
  auto add = [&result](std::string_view name, const std::string& text) {
    if (!text.empty()) {
      result.text(name, text);
    }
  };
  add("name", x.name);
  add("pool", x.pool);
  add("idempotency_key", x.idempotency_key);
  add("clock", x.clock);
  if (!x.labels.empty()) {
    result.json("labels", *labels);
  }
  if (x.timeout_secs) {
    result.number("timeout_secs", *x.timeout_secs);
  }
  if (x.concurrency) {
    result.number("concurrency", *x.concurrency);
  }
  if (x.doctor_first) {
    result.boolean("doctor_first", true);
  }
  return std::move(result).finish();
}

} // namespace faucet
