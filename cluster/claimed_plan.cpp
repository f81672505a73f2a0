#include "cluster/claimed_plan.hpp"

#include "actors/make_run_plan.hpp"
#include "config/document.hpp"
#include "config/load_pipeline.hpp"
#include "config/merge_nodes.hpp"
#include "config/take_pool.hpp"

namespace faucet {

namespace {

constexpr std::string_view nameless = "serve";

/// A run, read, with the rows that it is about.
struct read_run {
  std::string pool;
  run_wishes wishes;
  pipeline_spec spec;
  std::vector<row_spec> rows;
  selected_rows selected;
  std::optional<error> forbidden; ///< what is out of bounds; with it the rest is not known
};

expected<pipeline_spec> spec_of(node document, const std::string& file, const run_wishes& wishes,
                                const execution_place& place) {
  auto is_named = document.find("name") != nullptr;
  load_settings settings{.params = {}, .clock = {}, .variables = place.variables};
  if (wishes.clock) {
    settings.clock = run_clock::parse(*wishes.clock).value();
  }
  auto spec = read_pipeline(std::move(document), file, settings);
  if (!spec) {
    return spec;
  }
  if (!is_named) {
    spec->name = nameless;
  }
  if (wishes.concurrency) {
    spec->execution.max_concurrent = *wishes.concurrency;
  }
  if (auto ok = add_dependencies(*spec, wishes); !ok) {
    return fail(std::move(ok));
  }
  return spec;
}

expected<read_run> read(const submitted_run& run, const execution_place& place) {
  read_run result;
  auto wishes = read_wishes(run.details);
  if (!wishes) {
    return fail(std::move(wishes));
  }
  result.wishes = std::move(*wishes);
  std::string file = run.format == "json" ? "config.json" : "config.yaml";
  auto document = parse_document(run.config, file);
  if (!document) {
    return fail(std::move(document));
  }
  if (auto ok = place.bounds.check_references(*document); !ok) {
    result.forbidden = std::move(ok).error();
    return result;
  }
  if (place.defaults) {
    *document = merge_nodes(*place.defaults, *document);
  }
  auto pool = take_pool(*document);
  if (!pool) {
    return fail(std::move(pool));
  }
  result.pool = std::move(*pool);
  auto spec = spec_of(std::move(*document), file, result.wishes, place);
  if (!spec) {
    return fail(std::move(spec));
  }
  result.spec = std::move(*spec);
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
  return result;
}

expected<run_plan> make_plan(const read_run& run, const execution_place& place) {
  plan_settings settings;
  settings.allow = [bounds = place.bounds, connectors = place.connectors](const row_spec& row) {
    return bounds.check(row, *connectors);
  };
  return make_run_plan(run.spec, run.rows, run.selected.runs, *place.connectors, settings);
}

} // namespace

expected<checked_submission> check_submission(const submitted_run& run,
                                              const execution_place& place) {
  auto known = read(run, place);
  if (!known) {
    return fail(std::move(known));
  }
  if (known->forbidden) {
    checked_submission result;
    result.forbidden = render(*known->forbidden);
    return result;
  }
  if (auto plan = make_plan(*known, place); !plan) {
    return fail(std::move(plan));
  }
  checked_submission result{.name = known->spec.name,
                            .pool = known->pool,
                            .rows = {},
                            .selection = canonical_text(known->wishes.selection),
                            .depends_on = canonical_dependencies(known->wishes),
                            .warnings = known->selected.warnings,
                            .forbidden = {}};
  for (size_t i = 0; i < known->rows.size(); ++i) {
    if (known->selected.runs[i]) {
      result.rows.push_back(known->rows[i].id);
    }
  }
  return result;
}

expected<claimed_plan> plan_of(const submitted_run& run, const execution_place& place) {
  auto known = read(run, place);
  if (!known) {
    return fail(std::move(known));
  }
  if (known->forbidden) {
    return tl::unexpected(std::move(*known->forbidden));
  }
  return make_plan(*known, place).map([&](run_plan&& plan) {
    return claimed_plan{.plan = std::move(plan),
                        .timeout = known->wishes.timeout,
                        .warnings = std::move(known->selected.warnings)};
  });
}

} // namespace faucet
