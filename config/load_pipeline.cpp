#include "config/load_pipeline.hpp"

#include "config/definitions.hpp"
#include "config/document.hpp"
#include "config/grammar.hpp"
#include "config/interpolation.hpp"
#include "config/secret_mask.hpp"
#include "config/take_pool.hpp"

#include <algorithm>
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

/// What stands below these keys may differ from run to run and from row to row.
bool varies(std::string_view key) {
  static constexpr std::array<std::string_view, 5> keys{"sink", "sinks", "source", "sources",
                                                        "transforms"};
  return std::ranges::find(keys, key) != keys.end();
}

/// Resolves each block of `parent` by itself, so that messages can name it.
expected<void> resolve_blocks(node& parent, interpolator& references) {
  if (auto* items = std::get_if<node::list_type>(&parent.content())) { // the matrix
    for (auto& item : *items) {
      if (auto ok = resolve_blocks(item, references); !ok) {
        return ok;
      }
    }
  }
  auto* entries = std::get_if<node::map_type>(&parent.content());
  if (entries == nullptr) {
    return {}; // a wrong type is found later
  }
  for (auto& [key, value, where] : *entries) {
    if (key == "vars" || key == "params") {
      continue; // definitions, resolved where they are used
    }
    auto ok = key == "pipeline" || key == "matrix" ? resolve_blocks(value, references)
                                                   : references.resolve(value, {key, varies(key)});
    if (!ok) {
      return ok;
    }
  }
  return {};
}

/// The ids of rows are names that references use, so they come first.
expected<void> resolve_row_ids(node& document, interpolator& references) {
  auto* matrix = find_mutable(document, "matrix");
  auto* rows = matrix == nullptr ? nullptr : std::get_if<node::list_type>(&matrix->content());
  if (rows == nullptr) {
    return {};
  }
  for (auto& row : *rows) {
    if (auto* id = find_mutable(row, "id")) {
      if (auto ok = references.resolve(*id, {"the id of a row", false}); !ok) {
        return ok;
      }
    }
  }
  return {};
}

expected<void> interpolate(node& document, const load_settings& settings) {
  auto clock = settings.clock.value_or(run_clock::start());
  auto params = parameters::bind(document.find("params"), settings.params, settings.validate_only);
  if (!params) {
    return fail(std::move(params));
  }
  auto named = definitions::of(document);
  if (!named) {
    return fail(std::move(named));
  }
  interpolator references{*named, *params, settings.variables, clock};
  auto ok = resolve_row_ids(document, references);
  if (!ok) {
    return ok;
  }
  if (named = definitions::of(document); !named) {
    return fail(std::move(named));
  }
  return references.check_definitions().and_then(
    [&] { return resolve_blocks(document, references); });
}

/// Blocks with nothing behind them.
void fill_empty_blocks(node& document) {
  for (auto key : {"vars", "params", "auth"}) {
    if (auto* block = find_mutable(document, key); block != nullptr && block->is_null()) {
      block->content() = node::map_type{};
    }
  }
  if (auto* rows = find_mutable(document, "matrix"); rows != nullptr && rows->is_null()) {
    rows->content() = node::list_type{};
  }
}

/// A pipeline has source and sink, unless its rows do, and at most one of each that rows take by
/// default.
expected<void> check_ends(const pipeline_block& x, bool has_rows) {
  auto missing = [&x](std::string_view key) {
    return fail(ec::invalid_config, "missing required key \"" + std::string{key} + "\" of pipeline",
                to_string(x.where));
  };
  auto twice = [&x](std::string_view key) {
    return fail(ec::invalid_config,
                "pipeline." + std::string{key} + " is the \"default\" of pipeline."
                  + std::string{key} + "s, which names another; give one of them",
                to_string(x.where));
  };
  auto has_default = [](const auto& several) {
    return std::ranges::any_of(several, [](const auto& named) { return named.first == "default"; });
  };
  if (!x.source && x.sources.empty() && !has_rows) {
    return missing("source");
  }
  if (!x.sink && x.sinks.empty() && !has_rows) {
    return missing("sink");
  }
  if (x.source && has_default(x.sources)) {
    return twice("source");
  }
  if (x.sink && has_default(x.sinks)) {
    return twice("sink");
  }
  return {};
}

/// Names and the like are shown in logs, reports and state keys; secrets only where options are.
expected<void> refuse_shown_secrets(const node& tree, const std::string& path) {
  if (tree.secret()) {
    return fail(ec::invalid_config,
                path + " cannot be made from a secret: it is shown in messages and logs",
                to_string(tree.where()));
  }
  expected<void> result;
  if (const auto* items = tree.list()) {
    for (size_t i = 0; result && i < items->size(); ++i) {
      result = refuse_shown_secrets((*items)[i], path + "[" + std::to_string(i) + "]");
    }
  } else if (const auto* entries = tree.map()) {
    static constexpr std::array<std::string_view, 5> hidden{"attributes", "config", "params",
                                                            "type", "vars"};
    for (auto entry = entries->begin(); result && entry != entries->end(); ++entry) {
      if (std::ranges::find(hidden, entry->key) == hidden.end()) {
        result =
          refuse_shown_secrets(entry->value, path.empty() ? entry->key : path + "." + entry->key);
      }
    }
  }
  return result;
}

/// Who executes this file here is the one who reads it: the pool counts where it is submitted.
expected<void> check_pool(node& document) {
  const auto* found = document.find("pool");
  auto where = found == nullptr ? std::string{} : to_string(found->where());
  auto pool = take_pool(document);
  if (pool && found != nullptr && !is_pool_name(*pool)) {
    return fail(ec::invalid_config,
                "\"" + *pool
                  + "\" cannot be the name of a pool: use 1-63 lowercase letters, digits, `-` or "
                    "`_`, starting with a letter or digit",
                where);
  }
  return pool ? expected<void>{} : fail(std::move(pool));
}

/// Leaves in `document` what has been resolved, whether or not it is refused then.
expected<pipeline_spec> read_unmasked(node& document, const std::string& file_name,
                                      const load_settings& settings) {
  if (document.map() == nullptr) {
    return detail::wrong_type(document, "a pipeline file", "a map");
  }
  auto ok = check_grammar(document)
              .and_then([&] { return check_pool(document); })
              .and_then([&] { return interpolate(document, settings); })
              .and_then([&] { return refuse_shown_secrets(document, {}); });
  if (!ok) {
    return fail(std::move(ok));
  }
  fill_empty_blocks(document);
  pipeline_spec result;
  if (ok = read_options(document, result, "a pipeline file"); !ok) {
    return fail(std::move(ok));
  }
  if (result.name.empty()) {
    result.name = std::filesystem::path{file_name}.stem().string();
  }
  if (ok = check_ends(result.pipeline, !result.matrix.empty()); !ok) {
    return fail(std::move(ok));
  }
  return result;
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
  auto result = read_unmasked(document, file_name, settings);
  if (!result) {
    secret_mask secrets;
    secrets.learn(document);
    return tl::unexpected<error>(masked(std::move(result).error(), secrets));
  }
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
