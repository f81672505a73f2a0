#include "config/expand_rows.hpp"

#include "config/deferred_text.hpp"
#include "config/merge_nodes.hpp"
#include "config/nearest_name.hpp"
#include "config/row_graph.hpp"
#include "config/scalar_text.hpp"
#include "model/field_path.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

constexpr std::string_view default_name = "default";

/// The source or sink that a row takes: the one its `ref` names, or the only one.
template <class Spec>
expected<const Spec*> taken(const std::optional<Spec>& single, const named<Spec>& several,
                            const std::optional<row_name>& ref, std::string_view role,
                            const std::string& row, const position& row_place) {
  auto wanted = ref ? std::string_view{ref->text} : default_name;
  if (single && wanted == default_name) {
    return &*single;
  }
  for (const auto& [name, spec] : several) {
    if (name == wanted) {
      return &spec;
    }
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
  auto repeated = std::ranges::unique(result);
  result.erase(repeated.begin(), repeated.end());
  return result;
}

/// References to rows may stand in what a row reads, changes and writes, and lead to its parent.
class reference_check {
public:
  reference_check(const row_spec& row, const std::vector<std::string>& ids) : row_(row), ids_(ids) {
    // nop
  }

  expected<void> run() && {
    refuse(row_.source.type, "the type of a source");
    refuse(row_.sink.type, "the type of a sink");
    check(row_.source.config);
    check(row_.sink.config);
    for (const auto& step : row_.transforms) {
      refuse(step.type, "the type of a transform");
      check(step.config);
    }
    if (failure_) {
      return tl::unexpected<error>(std::move(*failure_));
    }
    return {};
  }

private:
  void refuse(const node& tree, std::string_view where) {
    for_each_row_reference(tree, [&](const row_reference& found, const node& at) {
      keep({ec::invalid_config, found.token + " cannot be used in " + std::string{where},
            to_string(at.where())});
    });
  }

  void check(const node& tree) {
    for_each_row_reference(tree, [&](const row_reference& found, const node& at) {
      if (row_.is_child() && found.row == row_.parent) {
        return;
      }
      auto what = found.token + " in row \"" + row_.id + "\" ";
      if (found.row == row_.id) {
        what += "refers to the row itself; a row knows the records of its parent only";
      } else {
        what += "refers to \"" + found.row + "\", which is not its parent";
        what += row_.is_child() ? " (that is \"" + row_.parent + "\")"
                                : "; give the row \"parent: " + found.row + "\"";
        what += suggestion_of({}, {ids_.begin(), ids_.end()}, "rows");
      }
      keep({ec::invalid_config, std::move(what), to_string(at.where())});
    });
  }

  void keep(error found) {
    if (!failure_) {
      failure_ = std::move(found);
    }
  }

  const row_spec& row_;
  const std::vector<std::string>& ids_;
  std::optional<error> failure_;
};

expected<row_spec> expand(const pipeline_block& pipeline, const matrix_row& row,
                          const std::string& id) {
  auto ref_of = [](const std::optional<connector_override>& over) {
    return over ? over->ref : std::nullopt;
  };
  auto source =
    taken(pipeline.source, pipeline.sources, ref_of(row.source), "source", id, row.where);
  if (!source) {
    return fail(std::move(source));
  }
  auto sink = taken(pipeline.sink, pipeline.sinks, ref_of(row.sink), "sink", id, row.where);
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
  result.source = merged((*source)->type, (*source)->config, row.source);
  result.sink = merged((*sink)->type, (*sink)->config, row.sink);
  result.transforms = chain_of(pipeline, **source, row);
  result.state = row.state ? row.state : pipeline.state;
  result.dlq = row.dlq.given ? row.dlq.instead : pipeline.dlq;
  if (result.state) {
    place_config(result.state->config, result.state->type);
  }
  if (result.dlq) {
    place_config(result.dlq->sink.config, result.dlq->sink.type);
  }
  auto own_status = row.source ? row.source->status : std::nullopt;
  result.status = own_status ? *own_status : (*source)->status.value_or(tier::active);
  result.tags = tags_of(**source, row);
  result.weight = row.weight.value_or(0);
  for (const auto& former : row.legacy_state_ids) {
    result.legacy_state_ids.push_back(former.text);
  }
  return result;
}

/// Dead letters are all there is of a record; an earlier run's must stay.
expected<void> check_dead_letters(const row_spec& row) {
  if (!row.dlq) {
    return {};
  }
  static constexpr std::array<std::pair<std::string_view, std::string_view>, 3> replacing{
    {{"append", "false"}, {"if_exists", "replace"}, {"write_mode", "overwrite"}}};
  for (const auto& [key, setting] : replacing) {
    const auto* found = row.dlq->sink.config.find(key);
    if (found != nullptr && scalar_text(*found) == setting) {
      return fail(ec::invalid_config,
                  "the dead letters of row \"" + row.id + "\" would replace those of earlier runs; "
                    + "take \"" + std::string{key} + ": " + std::string{setting} + "\" out",
                  to_string(found->where()));
    }
  }
  return {};
}

/// Words of a selection are lists with commas, and of one spelling.
expected<void> check_tags(const row_spec& row) {
  auto is_tag = [](const std::string& tag) {
    auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
    return !tag.empty() && is_letter(tag.front()) && std::ranges::all_of(tag, [&](char c) {
      return is_letter(c) || c == '_' || c == '-';
    });
  };
  auto wrong = std::ranges::find_if_not(row.tags, is_tag);
  if (wrong == row.tags.end()) {
    return {};
  }
  return fail(
    ec::invalid_config,
    "tag " + detail::json_text(*wrong) + " of row \"" + row.id
      + "\" may hold lower-case letters, digits, _ and - only, and begins with one of the "
        "first two",
    to_string(row.where));
}

expected<void> check_parent_key(const row_spec& row) {
  auto path = field_path::parse(row.parent_key);
  if (path) {
    return {};
  }
  return fail(ec::invalid_config, "parent_key of row \"" + row.id + "\": " + path.error().what,
              to_string(row.where));
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
    auto ok = reference_check{*row, *ids}
                .run()
                .and_then([&] { return check_dead_letters(*row); })
                .and_then([&] { return check_tags(*row); })
                .and_then([&] { return check_parent_key(*row); });
    if (!ok) {
      return fail(std::move(ok));
    }
    result.push_back(std::move(*row));
  }
  return result;
}

} // namespace faucet
