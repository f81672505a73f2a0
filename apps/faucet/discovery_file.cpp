#include "apps/faucet/discovery_file.hpp"

#include "config/bounded_file.hpp"
#include "config/document.hpp"
#include "connectors/catalogue.hpp"

namespace faucet {

namespace {

/// One of a pipeline's sources or sinks: the one of that name, or the only one.
template <class Spec>
struct named_spec {
  std::string ref; ///< empty for the single one
  const Spec* spec;
};

template <class Spec>
expected<named_spec<Spec>> choose(const std::string& role, const std::string& name,
                                  const std::optional<Spec>& single, const named<Spec>& several) {
  if (name.empty() && single) {
    return named_spec<Spec>{{}, &*single};
  }
  if (name.empty() && several.size() == 1) {
    return named_spec<Spec>{several[0].first, &several[0].second};
  }
  std::string known;
  for (const auto& [candidate, spec] : several) {
    if (candidate == name) {
      return named_spec<Spec>{candidate, &spec};
    }
    known += (known.empty() ? "" : ", ") + candidate;
  }
  auto flag = "--" + role + (name.empty() ? "" : " " + name);
  return fail(ec::invalid_config,
              known.empty() ? "the file names no " + role + "s"
                            : "say which " + role + "; the file names " + known,
              flag);
}

std::string text_option(const node& config, std::string_view key) {
  const auto* found = config.find(key);
  return found != nullptr && found->text() != nullptr ? *found->text() : std::string{};
}

/// What the file says of an option of a sink, with its references.
std::string written_option(const node& document, const std::string& ref, const std::string& key) {
  const auto* pipeline = document.find("pipeline");
  const auto* sinks = pipeline == nullptr ? nullptr : pipeline->find("sinks");
  const auto* sink = pipeline == nullptr ? nullptr
                     : ref.empty()       ? pipeline->find("sink")
                     : sinks != nullptr  ? sinks->find(ref)
                                         : nullptr;
  const auto* config = sink == nullptr ? nullptr : sink->find("config");
  return config == nullptr ? std::string{} : text_option(*config, key);
}

/// True where both have the same address of a database.
bool are_one_database(const source_spec& source, const sink_spec& sink) {
  for (const auto* key : {"database_url", "connection_url"}) {
    auto address = text_option(source.config, key);
    if (!address.empty() && address == text_option(sink.config, key)) {
      return true;
    }
  }
  return false;
}

expected<row_target> target_in(const discovery_file& file, const named_spec<source_spec>& source,
                               const std::string& sink_name) {
  auto sink = choose("sink", sink_name, file.spec.pipeline.sink, file.spec.pipeline.sinks);
  if (!sink) {
    return fail(std::move(sink));
  }
  auto type = find_sink(built_in_catalogue(), sink->spec->type);
  if (!type) {
    return fail(std::move(type));
  }
  row_target result{source.ref, sink->ref, {}, {}, are_one_database(*source.spec, *sink->spec)};
  for (const auto& option : (*type)->options().options) {
    if (option.name == "path" || option.name == "table_name") {
      result.option = option.name;
      result.configured = written_option(file.document, sink->ref, option.name);
    }
  }
  return result;
}

} // namespace

expected<discovery_file> read_discovery_file(const pipeline_flags& flags) {
  auto path = pipeline_file(flags);
  if (!path) {
    return fail(std::move(path));
  }
  auto text = read_bounded_file(*path, max_document_bytes);
  if (!text) {
    return fail(std::move(text));
  }
  auto document = parse_document(*text, *path);
  if (!document) {
    return fail(std::move(document));
  }
  auto plain = *document;
  if (auto* entries = std::get_if<node::map_type>(&plain.content())) {
    std::erase_if(*entries, [](const auto& entry) { return entry.key == "matrix"; });
  }
  auto settings = settings_of(flags, false);
  if (!settings) {
    return fail(std::move(settings));
  }
  auto spec = read_pipeline(std::move(plain), *path, *settings);
  if (!spec) {
    return fail(std::move(spec));
  }
  return discovery_file{*path, std::move(*text), std::move(*document), std::move(*spec)};
}

expected<discovery> choose_ends(const discovery_file& file, const std::string& source,
                                const std::string& sink) {
  const auto& pipeline = file.spec.pipeline;
  auto chosen = choose("source", source, pipeline.source, pipeline.sources);
  if (!chosen) {
    return fail(std::move(chosen));
  }
  return target_in(file, *chosen, sink).map([&chosen](row_target&& target) {
    return discovery{chosen->spec, std::move(target)};
  });
}

} // namespace faucet
