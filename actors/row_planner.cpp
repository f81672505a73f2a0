#include "actors/row_planner.hpp"

#include "actors/child_rows.hpp"
#include "config/same_content.hpp"
#include "connectors/table_target.hpp"
#include "state/read_only_store.hpp"
#include "state/state_key.hpp"
#include "state/store_types.hpp"

#include <algorithm>

namespace faucet {

row_planner::row_planner(const std::vector<row_spec>& rows, const std::vector<bool>& runs,
                         const catalogue& connectors, const plan_settings& settings, run_plan begun)
  : rows_(rows), runs_(runs), connectors_(connectors), settings_(settings), plan_(std::move(begun)),
    letters_(connectors, plan_.pipeline, plan_.secrets) {
  // nop
}

expected<run_plan> row_planner::make() {
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (auto ok = add_keys(rows_[i]); !ok) { // also of rows that do not run: nobody takes theirs
      return fail(std::move(ok));
    }
    if (runs_[i]) {
      places_.emplace(rows_[i].id, places_.size());
    }
  }
  for (size_t i = 0; i < rows_.size(); ++i) {
    if (!runs_[i]) {
      continue;
    }
    if (auto ok = add(rows_[i]); !ok) {
      return fail(std::move(ok));
    }
  }
  if (auto ok = check_written_files(files_); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = check_tables(); !ok) {
    return fail(std::move(ok));
  }
  if (auto ok = check_letter_tables(); !ok) {
    return fail(std::move(ok));
  }
  for (auto& [row, paths] : captured_) {
    plan_.rows[row].captured = std::move(paths);
  }
  plan_.dead_letter_sinks = letters_.take();
  return std::move(plan_);
}

expected<void> row_planner::add_keys(const row_spec& row) {
  if (!row.state) {
    return {};
  }
  auto key = state_key(plan_.pipeline, row.id);
  if (!key) {
    return fail(std::move(key));
  }
  used_keys_.insert(*key);
  keys_.emplace(row.id, std::move(*key));
  return {};
}

expected<void> row_planner::add(const row_spec& spec) {
  row_plan row;
  row.id = spec.id;
  row.weight = spec.weight;
  for (const auto& other : spec.depends_on) {
    row.depends_on.push_back(places_.at(other));
  }
  if (auto ok = add_store(row, spec); !ok) {
    return ok;
  }
  if (auto ok = spec.is_child() ? add_child(row, spec) : add_root(row, spec); !ok) {
    return ok;
  }
  plan_.rows.push_back(std::move(row));
  return {};
}

expected<void> row_planner::add_root(row_plan& row, const row_spec& spec) {
  written_files files{.row = &spec};
  auto drivers = make_drivers(spec, connectors_, settings_, &files.data);
  if (!drivers) {
    return fail(std::move(drivers));
  }
  if (spec.state) {
    row.name.state_key = keys_.at(spec.id);
    row.name.older_keys = keys_of_older_rows(plan_.pipeline, former_ids(spec), nullptr);
    std::erase_if(row.name.older_keys,
                  [this](const auto& key) { return used_keys_.contains(key); });
  }
  note_table(spec, *drivers, true);
  if (auto ok = add_letters(row, spec, *drivers, files); !ok) {
    return ok;
  }
  row.source_type = drivers->source_type;
  row.sink_type = drivers->sink_type;
  row.drivers = std::move(*drivers);
  files_.push_back(std::move(files));
  return {};
}

expected<void> row_planner::add_child(row_plan& row, const row_spec& spec) {
  written_files files{.row = &spec};
  auto drivers = assumed_drivers(spec, 1, files.data);
  if (!drivers) {
    return fail(std::move(drivers));
  }
  auto another = assumed_drivers(spec, 2, files.data_of_another);
  if (!another) {
    return fail(std::move(another));
  }
  auto is_fixed = written_table(*drivers->sink) == written_table(*another->sink);
  if (is_fixed && !replaced_table(*drivers->sink).empty()) {
    return fail(ec::invalid_config,
                "row \"" + spec.id + "\" runs once for each record of \"" + spec.parent
                  + "\", and each time would replace " + replaced_table(*drivers->sink),
                to_string(spec.sink.type.where()));
  }
  note_table(spec, *drivers, is_fixed);
  if (auto ok = add_letters(row, spec, *drivers, files); !ok) {
    return ok;
  }
  row.source_type = drivers->source_type;
  row.sink_type = drivers->sink_type;
  row.parent = places_.at(spec.parent);
  row.parent_key = spec.parent_key;
  files_.push_back(std::move(files));
  if (auto ok = capture(*row.parent, spec); !ok) {
    return ok;
  }
  add_functions(row, spec);
  return {};
}

expected<invocation_plan> row_planner::assumed_drivers(const row_spec& spec, uint32_t number,
                                                       std::vector<std::filesystem::path>& writes) {
  auto assumed = assumed_row(spec, connectors_, number);
  if (!assumed) {
    return fail(std::move(assumed));
  }
  return make_drivers(*assumed, connectors_, settings_, &writes);
}

std::vector<std::string> row_planner::former_ids(const row_spec& spec) const {
  auto result = spec.legacy_state_ids;
  std::erase_if(result, [this](const auto& id) { return keys_.contains(id); });
  return result;
}

std::optional<std::string> row_planner::key_of(const row_spec& spec) const {
  return spec.state ? std::optional{keys_.at(spec.id)} : std::nullopt;
}

expected<void> row_planner::add_store(row_plan& row, const row_spec& spec) {
  if (!spec.state) {
    return {};
  }
  auto found = find_store(spec.state->type);
  if (!found) {
    return fail(std::move(found));
  }
  row.store_type = (*found)->type;
  row.markers = (*found)->durable && !settings_.leaves_no_trace();
  for (size_t i = 0; i < stores_.size(); ++i) {
    if (same_content(stores_[i].type, spec.state->type)
        && same_content(stores_[i].config, spec.state->config)) {
      row.store = i;
      return {};
    }
  }
  auto store = (*found)->make(spec.state->config);
  if (!store) {
    return fail(std::move(store));
  }
  row.store = stores_.size();
  stores_.push_back(*spec.state);
  if (settings_.leaves_no_trace()) {
    plan_.stores.push_back(std::make_shared<read_only_store>(std::move(*store)));
  } else {
    plan_.stores.emplace_back(std::move(*store));
  }
  return {};
}

expected<void> row_planner::add_letters(row_plan& row, const row_spec& spec,
                                        const invocation_plan& drivers, written_files& files) {
  if (!spec.dlq) {
    return {};
  }
  auto letters = letters_.add(spec, drivers);
  if (!letters) {
    return fail(std::move(letters));
  }
  files.dead_letters = letters_.writes(letters->sink);
  if (!settings_.discard_output && !settings_.instead_sink) {
    if (auto table = letters_.table(letters->sink); !table.empty()) {
      letter_tables_.emplace_back(&spec, std::move(table));
    }
    row.letters = std::move(*letters);
  }
  return {};
}

void row_planner::note_table(const row_spec& spec, const invocation_plan& drivers, bool is_fixed) {
  if (auto table = written_table(*drivers.sink); !table.empty()) {
    tables_.push_back({&spec, std::move(table), drivers.sink->overwrites(), is_fixed});
  }
}

expected<void> row_planner::check_tables() const {
  for (const auto& one : tables_) {
    for (const auto& other : tables_) {
      if (!one.overwritten || other.row == one.row || other.table != one.table) {
        continue;
      }
      if (other.overwritten) {
        return fail(ec::invalid_config,
                    "rows \"" + one.row->id + "\" and \"" + other.row->id + "\" both overwrite "
                      + one.table + ": the one that ends last would drop what the other wrote",
                    to_string(other.row->sink.type.where()));
      }
      if (!waits_for(places_.at(other.row->id), places_.at(one.row->id))) {
        return fail(ec::invalid_config,
                    "row \"" + one.row->id + "\" overwrites " + one.table + ", where what row \""
                      + other.row->id + "\" writes would be lost; let that one wait with "
                      + "\"depends_on: [" + one.row->id + "]\"",
                    to_string(other.row->sink.type.where()));
      }
    }
  }
  return {};
}

expected<void> row_planner::check_letter_tables() const {
  for (const auto& [row, letters] : letter_tables_) {
    for (const auto& data : tables_) {
      if (data.is_fixed && data.table == letters) {
        return fail(ec::invalid_config,
                    "the dead letters of row \"" + row->id + "\" go into " + letters
                      + ", which row \"" + data.row->id + "\" writes its data to",
                    to_string(row->dlq->sink.type.where()));
      }
    }
  }
  return {};
}

bool row_planner::waits_for(size_t row, size_t other) const {
  std::vector<bool> known(plan_.rows.size(), false);
  std::vector<size_t> left{row};
  while (!left.empty() && !known[other]) {
    const auto& plan = plan_.rows[left.back()];
    left.pop_back();
    auto earlier = plan.depends_on;
    if (plan.parent) {
      earlier.push_back(*plan.parent);
    }
    for (auto x : earlier) {
      if (!known[x]) {
        known[x] = true;
        left.push_back(x);
      }
    }
  }
  return known[other];
}

expected<void> row_planner::capture(size_t parent, const row_spec& child) {
  for (const auto& text : referenced_paths(child)) {
    auto path = field_path::parse(text);
    if (!path) {
      return fail(ec::invalid_config, path.error().what, to_string(child.where) + ": " + text);
    }
    auto& known = captured_[parent];
    if (std::ranges::find(known, text, &field_path::text) == known.end()) {
      known.push_back(std::move(*path));
    }
  }
  return {};
}

void row_planner::add_functions(row_plan& row, const row_spec& spec) const {
  auto named = spec;
  named.legacy_state_ids = former_ids(spec);
  row.refusals_key = row.markers ? key_of(spec).value_or("") : "";
  row.name_all = [named = std::move(named), pipeline = plan_.pipeline, key = key_of(spec),
                  used = used_keys_](std::span<const parent_values> records) {
    return name_children(named, pipeline, key, used, records);
  };
  row.make_drivers = [spec, connectors = connectors_,
                      settings = settings_](const parent_values& from) {
    return resolved_row(spec, connectors, from).and_then([&](const row_spec& resolved) {
      auto allowed = settings.allow ? settings.allow(resolved) : expected<void>{};
      return allowed ? make_drivers(resolved, connectors, settings) : fail(std::move(allowed));
    });
  };
}

} // namespace faucet
