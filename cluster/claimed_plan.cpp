#include "cluster/claimed_plan.hpp"

#include "actors/make_run_plan.hpp"
#include "config/document.hpp"
#include "config/load_pipeline.hpp"
#include "config/merge_nodes.hpp"
#include "config/secret_mask.hpp"
#include "config/take_pool.hpp"
#include "state/bare_bookmark_store.hpp"
#include "state/sealing/sealed_tokens.hpp"

namespace faucet {

namespace {

constexpr std::string_view nameless = "serve";

bool remembers(const row_spec& row) {
  const auto* store = row.state ? row.state->type.text() : nullptr;
  return store != nullptr && *store != "memory";
}

/// A run, read, with the rows that it is about.
struct read_run {
  std::string pool;
  run_wishes wishes;
  pipeline_spec spec;
  std::vector<row_spec> rows;
  selected_rows selected;
  std::optional<error> forbidden; ///< what is out of bounds; with it the rest is not known
};

/// A config whose seal is broken.
struct opened_run {
  node document;
  node secrets = node{node::list_type{}}; ///< the values of its secret params
};

/// Opens what is sealed. A token that is left is never taken for a text.
expected<opened_run> open(const submitted_run& run, const execution_place& place,
                          const std::string& file) {
  auto text = open_config(place.keys.get(), run.config, run.run);
  if (!text) {
    return fail(std::move(text));
  }
  auto document = parse_document(*text, file);
  if (!document) {
    return fail(std::move(document));
  }
  opened_run result{.document = std::move(*document)};
  if (!holds_tokens(result.document)) {
    return result;
  }
  auto values = open_values(place.keys.get(), run.sealed_values, run.run);
  if (!values) {
    return fail(std::move(values));
  }
  for (const auto& value : *values) {
    std::get<node::list_type>(result.secrets.content()).emplace_back(value).set_secret();
  }
  auto put = put_values(result.document, *values);
  return put ? expected<opened_run>{std::move(result)} : fail(std::move(put));
}

expected<pipeline_spec> spec_of(node document, const std::string& file, const run_wishes& wishes,
                                const execution_place& place) {
  load_settings settings{.params = {}, .clock = {}, .variables = place.variables};
  if (wishes.clock) {
    settings.clock = run_clock::parse(*wishes.clock).value();
  }
  auto spec = read_pipeline(std::move(document), file, settings);
  if (!spec) {
    return spec;
  }
  if (wishes.concurrency) {
    spec->execution.max_concurrent = *wishes.concurrency;
  }
  if (auto ok = add_dependencies(*spec, wishes); !ok) {
    return fail(std::move(ok));
  }
  return spec;
}

std::string file_of(const submitted_run& run) {
  return run.format == "json" ? "config.json" : "config.yaml";
}

expected<read_run> read(node opened, const submitted_run& run, const execution_place& place) {
  read_run result;
  auto wishes = read_wishes(run.details);
  if (!wishes) {
    return fail(std::move(wishes));
  }
  result.wishes = std::move(*wishes);
  if (auto ok = place.bounds.check_references(opened); !ok) {
    result.forbidden = std::move(ok).error();
    return result;
  }
  auto document = place.defaults ? merge_nodes(*place.defaults, opened) : std::move(opened);
  auto pool = take_pool(document);
  if (!pool) {
    return fail(std::move(pool));
  }
  result.pool = std::move(*pool);
  auto is_named = document.find("name") != nullptr;
  auto spec = spec_of(std::move(document), file_of(run), result.wishes, place);
  if (!spec) {
    return fail(std::move(spec));
  }
  result.spec = std::move(*spec);
  if (!is_named) {
    result.spec.name = nameless;
  }
  auto rows = expand_rows(result.spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  result.rows = std::move(*rows);
  for (auto& row : result.rows) {
    confine(row, *place.connectors);
    if (auto ok = place.bounds.check(row, *place.connectors); !ok) {
      result.forbidden = std::move(ok).error();
      return result;
    }
  }
  auto selected =
    select_rows(result.rows, result.wishes.selection, result.spec.selection.include_parents);
  if (!selected) {
    auto why = std::move(selected).error();
    why.which = why.which.empty() ? "selection" : why.which;
    return tl::unexpected(std::move(why));
  }
  result.selected = std::move(*selected);
  if (!is_named && std::ranges::any_of(result.rows, remembers)) {
    result.selected.warnings.push_back(
      "the pipeline has no name, so its bookmarks are kept under \"" + std::string{nameless}
      + "\", as those of all that have none");
  }
  return result;
}

expected<run_plan> make_plan(const read_run& run, const execution_place& place) {
  plan_settings settings;
  settings.allow = [bounds = place.bounds, connectors = place.connectors](const row_spec& row) {
    return bounds.check(row, *connectors);
  };
  return make_run_plan(run.spec, run.rows, run.selected.runs, *place.connectors, settings);
}

/// A run, read, with its plan.
struct planned_run {
  read_run known;
  run_plan plan; ///< of nothing where something is forbidden
};

/// Neither a failure nor what is told of the run later shows a sealed value.
expected<planned_run> plan(const submitted_run& run, const execution_place& place) {
  auto opened = open(run, place, file_of(run));
  if (!opened) {
    return fail(std::move(opened));
  }
  secret_mask sealed;
  sealed.learn(opened->secrets);
  auto known = read(std::move(opened->document), run, place);
  if (!known) {
    return tl::unexpected(masked(std::move(known).error(), sealed));
  }
  if (known->forbidden) {
    known->forbidden = masked(std::move(*known->forbidden), sealed);
    return planned_run{std::move(*known), {}};
  }
  auto made = make_plan(*known, place);
  if (!made) {
    return tl::unexpected(masked(std::move(made).error(), sealed));
  }
  made->secrets.learn(opened->secrets);
  return planned_run{std::move(*known), std::move(*made)};
}

} // namespace

expected<checked_submission> check_submission(const submitted_run& run,
                                              const execution_place& place) {
  auto planned = plan(run, place);
  if (!planned) {
    return fail(std::move(planned));
  }
  const auto& known = planned->known;
  if (known.forbidden) {
    checked_submission result;
    result.forbidden = render(*known.forbidden);
    return result;
  }
  checked_submission result{.name = known.spec.name,
                            .pool = known.pool,
                            .rows = {},
                            .selection = canonical_text(known.wishes.selection),
                            .depends_on = canonical_dependencies(known.wishes),
                            .warnings = known.selected.warnings,
                            .forbidden = {}};
  for (size_t i = 0; i < known.rows.size(); ++i) {
    if (known.selected.runs[i]) {
      result.rows.push_back(known.rows[i].id);
    }
  }
  return result;
}

expected<claimed_plan> plan_of(const submitted_run& run, const execution_place& place) {
  auto planned = plan(run, place);
  if (!planned) {
    return fail(std::move(planned));
  }
  auto& [known, made] = *planned;
  if (known.forbidden) {
    return tl::unexpected(std::move(*known.forbidden));
  }
  for (auto& store : made.stores) {
    if (place.needs_bare_bookmarks) {
      store = std::make_shared<bare_bookmark_store>(std::move(store), place.needs_bare_bookmarks);
    }
  }
  return claimed_plan{.plan = std::move(made),
                      .timeout = known.wishes.timeout,
                      .to_be_probed = known.wishes.doctor_first,
                      .warnings = std::move(known.selected.warnings)};
}

} // namespace faucet
