#include "config/load_pipeline.hpp"

#include "config/document.hpp"
#include "config/grammar.hpp"
#include "config/interpolation.hpp"

#include <array>
#include <filesystem>

namespace faucet {

namespace {

node* find_mutable(node& document, std::string_view key) {
  if (auto* entries = std::get_if<node::map_type>(&document.content())) {
    for (auto& entry : *entries) {
      if (entry.key == key) {
        return &entry.value;
      }
    }
  }
  return nullptr;
}

/// Resolves each block of `parent` by itself, so that messages can name it.
expected<void> resolve_blocks(node& parent, interpolator& references) {
  auto* entries = std::get_if<node::map_type>(&parent.content());
  if (entries == nullptr) {
    return {}; // a wrong type is found later
  }
  for (auto& [key, value, where] : *entries) {
    if (key == "vars" || key == "params") {
      continue; // definitions, resolved where they are used
    }
    auto varies = key == "source" || key == "sink" || key == "transforms";
    auto ok = key == "pipeline" ? resolve_blocks(value, references)
                                : references.resolve(value, {key, varies});
    if (!ok) {
      return ok;
    }
  }
  return {};
}

expected<void> interpolate(node& document, const load_settings& settings) {
  auto clock = settings.clock.value_or(run_clock::start());
  const auto* vars = document.find("vars");
  if (vars != nullptr && vars->map() == nullptr) {
    if (!vars->is_null()) {
      return detail::wrong_type(*vars, "vars", "a map");
    }
    vars = nullptr;
  }
  auto params = parameters::bind(document.find("params"), settings.params, settings.validate_only);
  if (!params) {
    return fail(std::move(params));
  }
  auto definitions = vars != nullptr ? std::optional{*vars} : std::nullopt;
  interpolator references{definitions ? &*definitions : nullptr, *params, settings.variables,
                          clock};
  if (auto ok = references.check_definitions(); !ok) {
    return ok;
  }
  return resolve_blocks(document, references);
}

/// Messages about options that are missing altogether point at the type.
void place_config(node& config, const node& type) {
  if (config.where().line == 0) {
    config = node{std::move(config.content()), type.where()};
  }
}

void place_configs(pipeline_block& x) {
  place_config(x.source.config, x.source.type);
  place_config(x.sink.config, x.sink.type);
  for (auto* list : {&x.transforms, &x.source.transforms}) {
    for (auto& transform : *list) {
      place_config(transform.config, transform.type);
    }
  }
  if (x.state) {
    place_config(x.state->config, x.state->type);
  }
}

} // namespace

expected<pipeline_spec> load_pipeline(const std::string& path, const load_settings& settings) {
  auto document = load_document(path);
  if (!document) {
    return fail(std::move(document));
  }
  return read_pipeline(std::move(*document), path, settings);
}

expected<pipeline_spec> read_pipeline(node document, const std::string& file_name,
                                      const load_settings& settings) {
  if (document.map() == nullptr) {
    return detail::wrong_type(document, "a pipeline file", "a map");
  }
  if (auto ok = check_grammar(document); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = interpolate(document, settings); !ok) {
    return fail(std::move(ok));
  }
  for (auto key : {"vars", "params"}) { // "vars:" with nothing behind it
    if (auto* block = find_mutable(document, key); block != nullptr && block->is_null()) {
      block->content() = node::map_type{};
    }
  }
  pipeline_spec result;
  if (auto ok = read_options(document, result, "a pipeline file"); !ok) {
    return fail(std::move(ok));
  }
  if (result.name.empty()) {
    result.name = std::filesystem::path{file_name}.stem().string();
  }
  place_configs(result.pipeline);
  return result;
}

expected<std::string> find_pipeline_file(const std::string& folder) {
  static constexpr std::array<const char*, 3> names{"faucet.yaml", "faucet.yml", "faucet.json"};
  for (const auto* name : names) {
    auto path = folder == "." ? std::filesystem::path{name} : std::filesystem::path{folder} / name;
    std::error_code ignored;
    if (std::filesystem::exists(path, ignored)) {
      return path.string();
    }
  }
  return fail(ec::invalid_config,
              "no pipeline file is named, and there is no faucet.yaml, faucet.yml or faucet.json",
              folder);
}

} // namespace faucet
