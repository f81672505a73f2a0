#include "apps/faucet/client/submission_body.hpp"

#include "config/bounded_file.hpp"
#include "config/document.hpp"
#include "config/set_params.hpp"
#include "state/json_text.hpp"

namespace faucet {

namespace {

struct config_text {
  std::string text;
  std::string format;
  given_params secrets; ///< that are not in it
};

expected<config_text> config_of(const wanted_run& x) {
  if (x.params.empty()) {
    auto text = read_bounded_file(x.file, max_document_bytes);
    if (!text) {
      return fail(std::move(text));
    }
    return config_text{std::move(*text), x.file.ends_with(".json") ? "json" : "yaml", {}};
  }
  auto document = load_document(x.file);
  if (!document) {
    return fail(std::move(document));
  }
  auto secrets = set_params(*document, x.params, secret_values::left_out);
  if (!secrets) {
    return fail(std::move(secrets));
  }
  return config_text{json_of(*document), "json", std::move(*secrets)};
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
  if (!config->secrets.empty()) {
    json_object_writer params;
    for (const auto& [name, text] : config->secrets) {
      params.text(name, text);
    }
    result.json("params", std::move(params).finish());
  }
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
