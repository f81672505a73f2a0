#include "config/expand_rows.hpp"

#include "config/check_row.hpp"
#include "config/merge_nodes.hpp"
#include "config/nearest_name.hpp"
#include "config/row_graph.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr std::string_view default_name = "default";

/// The source or sink that a row takes: the one its `ref` names, or the only one. A row with a
/// `type` of its own needs none and gets one of that type.
template <class Spec>
expected<Spec> taken(const std::optional<Spec>& single, const named<Spec>& several,
                     const std::optional<connector_override>& over, std::string_view role,
                     const std::string& row, const position& row_place) {
  auto ref = over ? over->ref : std::nullopt;
  auto wanted = ref ? std::string_view{ref->text} : default_name;
  if (single && wanted == default_name) {
    return *single;
  }
  for (const auto& [name, spec] : several) {
    if (name == wanted) {
      return spec;
    }
  }
  if (!ref && over && over->type) {
    Spec own;
    own.type = *over->type;
    own.config = node{node::map_type{}};
    return own;
  }
  std::vector<std::string_view> known;
  if (single) {
    known.push_back(default_name);
  }
  for (const auto& [name, ignored] : several) {
    known.push_back(name);
  }
  auto plural = std::string{role} + "s";
  if (!ref) {
    return fail(ec::invalid_config,
                "row \"" + row + "\" has no " + std::string{role} + ": give it \""
                  + std::string{role} + ": {ref: …}\" with one of pipeline." + plural
                  + ", or give pipeline." + std::string{role} + suggestion_of({}, known, plural),
                to_string(row_place));
  }
  return fail(ec::invalid_config,
              "row \"" + row + "\" takes the " + std::string{role} + " \"" + ref->text
                + "\", which is not below pipeline." + plural
                + suggestion_of(ref->text, known, plural),
              to_string(ref->where));
}

component_spec merged(const node& type, const node& config,
                      const std::optional<connector_override>& over) {
  component_spec result{type, config};
  if (over && over->type) {
    result.type = *over->type;
  }
  if (over && over->config) {
    result.config = merge_nodes(config, *over->config);
  }
  place_config(result.config, result.type);
  return result;
}

void append(std::vector<component_spec>& to, const std::vector<component_spec>& more) {
  to.insert(to.end(), more.begin(), more.end());
}

std::vector<component_spec> chain_of(const pipeline_block& pipeline, const source_spec& source,
                                     const matrix_row& row) {
  std::vector<component_spec> result;
  if (row.inherit_transforms) {
    if (source.inherit_transforms) {
      result = pipeline.transforms;
    }
    append(result, source.transforms);
  }
  if (row.transforms) {
    append(result, *row.transforms);
  }
  for (auto& step : result) {
    place_config(step.config, step.type);
  }
  return result;
}

std::vector<std::string> tags_of(const source_spec& source, const matrix_row& row) {
  auto result = source.tags;
  result.insert(result.end(), row.tags.begin(), row.tags.end());
  std::ranges::sort(result);
  result.erase(std::unique(result.begin(), result.end()), result.end());
  return result;
}

expected<row_spec> expand(const pipeline_block& pipeline, const matrix_row& row,
                          const std::string& id) {
  auto source = taken(pipeline.source, pipeline.sources, row.source, "source", id, row.where);
  if (!source) {
    return fail(std::move(source));
  }
  auto sink = taken(pipeline.sink, pipeline.sinks, row.sink, "sink", id, row.where);
  if (!sink) {
    return fail(std::move(sink));
  }
  row_spec result;
  result.id = id;
  result.where = row.where;
  if (row.parent) {
    result.parent = row.parent->text;
  }
  result.parent_key = row.parent_key;
  for (const auto& target : row.depends_on) {
    result.depends_on.push_back(target.text);
  }
  result.source = merged(source->type, source->config, row.source);
  result.sink = merged(sink->type, sink->config, row.sink);
  result.transforms = chain_of(pipeline, *source, row);
  result.state = row.state ? row.state : pipeline.state;
  result.dlq = row.dlq.given ? row.dlq.instead : pipeline.dlq;
  if (result.state) {
    place_config(result.state->config, result.state->type);
  }
  if (result.dlq) {
    place_config(result.dlq->sink.config, result.dlq->sink.type);
  }
  auto own_status = row.source ? row.source->status : std::nullopt;
  result.status = own_status ? *own_status : source->status.value_or(tier::active);
  result.tags = tags_of(*source, row);
  result.weight = row.weight.value_or(0);
  for (const auto& former : row.legacy_state_ids) {
    result.legacy_state_ids.push_back(former.text);
  }
  return result;
}

/// What a file without a matrix means.
matrix_row only_row(const pipeline_spec& spec) {
  matrix_row result;
  result.parent_key = "id";
  result.where = spec.pipeline.where;
  return result;
}

} // namespace

expected<std::vector<row_spec>> expand_rows(const pipeline_spec& spec) {
  auto rows = spec.matrix.empty() ? std::vector{only_row(spec)} : spec.matrix;
  auto ids = row_ids(rows);
  if (!ids) {
    return fail(std::move(ids));
  }
  if (auto ok = check_row_graph(rows, *ids); !ok) {
    return fail(std::move(ok));
  }
  std::vector<row_spec> result;
  for (size_t i = 0; i < rows.size(); ++i) {
    auto row = expand(spec.pipeline, rows[i], (*ids)[i]);
    if (!row) {
      return fail(std::move(row));
    }
    if (auto ok = check_row(*row, *ids); !ok) {
      return fail(std::move(ok));
    }
    result.push_back(std::move(*row));
  }
  return result;
}

} // namespace faucet
