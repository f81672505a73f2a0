#include "actors/make_run_plan.hpp"
#include "apps/faucet/command.hpp"
#include "apps/faucet/delivery.hpp"
#include "apps/faucet/pipeline_flags.hpp"
#include "apps/faucet/selection_flags.hpp"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdio>
#include <memory>

namespace faucet {

namespace {

using json = nlohmann::ordered_json;

/// A pipeline that was found valid: its rows, those without a parent first.
struct valid_pipeline {
  std::string name;
  std::vector<row_spec> rows;
  size_t roots = 0;
  std::string include_parents;
  bool selection_active = false; ///< flags, tags or tiers decide what runs
  expected<selected_rows> selected;
};

expected<valid_pipeline> check(const pipeline_flags& flags, const selection_flags& chosen) {
  auto spec = load_pipeline(flags, true);
  if (!spec) {
    return fail(std::move(spec));
  }
  auto rows = expand_rows(*spec);
  if (!rows) {
    return fail(std::move(rows));
  }
  if (auto plan = make_run_plan(*spec, built_in_catalogue()); !plan) {
    return fail(std::move(plan));
  }
  valid_pipeline result;
  result.name = spec->name;
  result.rows = std::move(*rows);
  auto children =
    std::ranges::stable_partition(result.rows, [](const row_spec& row) { return !row.is_child(); });
  result.roots = static_cast<size_t>(children.begin() - result.rows.begin());
  auto is_marked = [](const row_spec& row) {
    return row.status != tier::active || !row.tags.empty();
  };
  result.selection_active = chosen.given() || std::ranges::any_of(result.rows, is_marked);
  auto policy = chosen.include_parents.value_or(spec->selection.include_parents);
  result.include_parents = name_of(policy);
  result.selected = select_rows(result.rows, chosen.selection(), policy);
  return result;
}

std::string text_of(const node& type) {
  return type.text() != nullptr && !type.secret() ? *type.text() : "***";
}

json json_of(const valid_pipeline& x) {
  auto rows = json::array();
  for (size_t i = 0; i < x.rows.size(); ++i) {
    const auto& row = x.rows[i];
    rows.push_back({{"id", row.id},
                    {"source", text_of(row.source.type)},
                    {"sink", text_of(row.sink.type)},
                    {"role", row.is_child() ? "child" : "root"},
                    {"parent_id", row.is_child() ? json(row.parent) : json()},
                    {"parent_key", row.is_child() ? json(row.parent_key) : json()},
                    {"depends_on", row.depends_on},
                    {"delivery", delivery_of(row)},
                    {"status", name_of(row.status)},
                    {"tags", row.tags},
                    {"decision", !x.selection_active   ? json()
                                 : x.selected->runs[i] ? json("run")
                                                       : json("skip")}});
  }
  return {{"valid", true},
          {"mode", "matrix"},
          {"name", x.name},
          {"row_count", x.rows.size()},
          {"roots", x.roots},
          {"children", x.rows.size() - x.roots},
          {"selection_active", x.selection_active},
          {"rows", std::move(rows)},
          {"policy", nullptr},
          {"auth_warnings", json::array()}};
}

std::string in_brackets(const std::vector<std::string>& texts) {
  std::string result;
  for (const auto& text : texts) {
    result += (result.empty() ? "" : ", ") + text;
  }
  return "[" + result + "]";
}

std::string line_of(const row_spec& row) {
  auto result =
    "  - " + row.id
    + (row.is_child() ? " [child of '" + row.parent + "' (parent_key=" + row.parent_key + ")]"
                      : " [root]")
    + " source=" + text_of(row.source.type) + " sink=" + text_of(row.sink.type);
  if (!row.depends_on.empty()) {
    result += " depends_on=" + in_brackets(row.depends_on);
  }
  return result + " delivery=" + std::string{delivery_of(row)};
}

void print(const valid_pipeline& x) {
  std::printf("ok: '%s' rows=%zu (roots=%zu, children=%zu)\n", x.name.c_str(), x.rows.size(),
              x.roots, x.rows.size() - x.roots);
  for (const auto& row : x.rows) {
    std::puts(line_of(row).c_str());
  }
  if (!x.selection_active) {
    return;
  }
  std::printf("run selection (include_parents=%s):\n", x.include_parents.c_str());
  for (size_t i = 0; i < x.rows.size(); ++i) {
    const auto& row = x.rows[i];
    std::printf("  - %s status=%s tags=%s -> %s\n", row.id.c_str(),
                std::string{name_of(row.status)}.c_str(), in_brackets(row.tags).c_str(),
                x.selected && x.selected->runs[i] ? "RUN" : "skip");
  }
}

/// Texts that are not UTF-8, a file's name for example, must not end the program.
void print(const json& x) {
  std::puts(x.dump(2, ' ', false, json::error_handler_t::replace).c_str());
}

exit_code refuse(const error& why, bool as_json) {
  if (!as_json) {
    return complain(why);
  }
  print(json{{"valid", false}, {"error", render(why)}});
  return exit_code_for(why);
}

exit_code validate(const pipeline_flags& flags, const selection_flags& chosen, bool as_json) {
  auto found = check(flags, chosen);
  if (!found) {
    return refuse(found.error(), as_json);
  }
  if (!as_json) {
    print(*found);
  }
  if (!found->selected) {
    return refuse(found->selected.error(), as_json);
  }
  if (as_json) {
    print(json_of(*found));
  }
  return exit_code::done;
}

} // namespace

void add_validate_command(CLI::App& app, command_context& context) {
  auto* command = app.add_subcommand("validate", "Check a pipeline file; nothing is opened");
  auto flags = add_pipeline_flags(*command);
  auto chosen = add_selection_flags(*command);
  auto as_json = std::make_shared<bool>(false);
  command->add_flag("--json", *as_json, "One JSON document");
  command->callback([&context, flags, chosen, as_json] {
    context.chosen = [flags, chosen, as_json] { return validate(*flags, *chosen, *as_json); };
  });
}

} // namespace faucet
