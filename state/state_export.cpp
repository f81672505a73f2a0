#include "state/state_export.hpp"

#include "config/json_reader.hpp"
#include "state/json_text.hpp"
#include "state/state_key.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr uint64_t newest_version = 1;

expected<void> check_version(const node& document) {
  const auto* version = document.find("version");
  if (version == nullptr) {
    return fail(ec::invalid_config, "has no \"version\"; it is no export of state");
  }
  if (number_field(document, "version") != newest_version) {
    return fail(ec::invalid_config,
                "is an export of version " + json_of(*version) + ", this release reads version "
                  + std::to_string(newest_version)
                  + "; import it with the release that wrote it, or a newer one");
  }
  return {};
}

expected<void> check_pipeline(const node& document, std::string_view pipeline) {
  auto found = text_field(document, "pipeline");
  if (!found) {
    return fail(ec::invalid_config, "has no \"pipeline\"; it is no export of state");
  }
  if (*found != pipeline) {
    return fail(ec::invalid_config, "is an export of the pipeline \"" + *found + "\", not of \""
                                      + std::string{pipeline} + "\"");
  }
  return {};
}

} // namespace

expected<state_export> export_keys(std::string_view pipeline, std::span<const stored_key> keys,
                                   std::string exported_at) {
  state_export result{std::string{pipeline}, std::move(exported_at), {}};
  for (const auto& [key, meaning, json] : keys) {
    if (meaning.kind == key_kind::lease) {
      continue;
    }
    if (!json) {
      return tl::unexpected<error>(json.error());
    }
    result.keys.push_back({key, *json});
  }
  return result;
}

std::string to_json(const state_export& x) {
  json_object_writer keys;
  for (const auto& [key, json] : x.keys) {
    keys.json(key, json);
  }
  json_object_writer out;
  out.number("version", newest_version).text("pipeline", x.pipeline);
  out.text("exported_at", x.exported_at).json("keys", std::move(keys).finish());
  return std::move(out).finish();
}

expected<state_export> read_export(std::string_view json, std::string_view pipeline,
                                   std::vector<std::string>& warnings) {
  auto document = read_json(json, nullptr);
  if (!document) {
    return fail(ec::invalid_config, "is not valid JSON: " + render(document.error()));
  }
  auto ok = check_version(*document).and_then([&] { return check_pipeline(*document, pipeline); });
  if (!ok) {
    return fail(std::move(ok));
  }
  const auto* keys = document->find("keys");
  if (keys == nullptr || keys->map() == nullptr) {
    return fail(ec::invalid_config, "has no map \"keys\"; it is no export of state");
  }
  state_export result{std::string{pipeline}, text_field(*document, "exported_at").value_or(""), {}};
  for (const auto& [key, value, where] : *keys->map()) {
    auto meaning = meaning_of(pipeline, key);
    if (!meaning) {
      return fail(ec::invalid_config, "holds the key \"" + key
                                        + "\", which is none of the pipeline \""
                                        + std::string{pipeline} + "\"");
    }
    if (auto valid = validate_state_key(key); !valid) {
      return fail(std::move(valid));
    }
    if (meaning->kind == key_kind::lease) {
      warnings.push_back("left out " + key + ": leases belong to running processes");
      continue;
    }
    result.keys.push_back({key, json_of(value)});
  }
  std::ranges::sort(result.keys, {}, &state_store::entry::key);
  return result;
}

} // namespace faucet
