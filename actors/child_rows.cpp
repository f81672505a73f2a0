#include "actors/child_rows.hpp"

#include "config/to_value.hpp"
#include "model/json_writer.hpp"
#include "state/state_key.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

namespace {

/// Calls `change(config, schema of its options)` for source, transforms and sink.
template <class Change>
expected<row_spec> changed_row(row_spec row, const catalogue& connectors, Change&& change) {
  auto source = find_source(connectors, row.source.type);
  if (!source) {
    return fail(std::move(source));
  }
  auto sink = find_sink(connectors, row.sink.type);
  if (!sink) {
    return fail(std::move(sink));
  }
  if (auto ok = change(row.source.config, (*source)->options()); !ok) {
    return fail(std::move(ok));
  }
  for (auto& step : row.transforms) {
    auto found = find_transform(connectors, step.type);
    if (!found) {
      return fail(std::move(found));
    }
    if (auto ok = change(step.config, (*found)->options()); !ok) {
      return fail(std::move(ok));
    }
  }
  if (auto ok = change(row.sink.config, (*sink)->options()); !ok) {
    return fail(std::move(ok));
  }
  return row;
}

/// The characters of a name that a record may give to a table.
constexpr std::string_view plain_name_characters =
  "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-$";

/// A table or schema whose name is made of a record's values must have a plain one.
expected<void> check_table_name(const node& config, const node& resolved) {
  for (const auto* option : {"table_name", "schema"}) {
    const auto* given = config.find(option);
    const auto* name = resolved.find(option);
    if (given == nullptr || !given->deferred() || name == nullptr || name->text() == nullptr) {
      continue;
    }
    const auto& text = *name->text();
    if (text.empty() || text.find_first_not_of(plain_name_characters) != std::string::npos) {
      std::string shown;
      append_json(shown, value::of_string(text));
      return fail(ec::invalid_config,
                  std::string{option} + ": " + shown
                    + ", which comes from the parent's record, is no plain name: letters, digits, "
                      "_ . - $ only",
                  to_string(given->where()));
    }
  }
  return {};
}

/// How a person calls the record: the value of its parent key.
std::string label_of(const node* key, const value& as_value, size_t number) {
  std::string result;
  if (key == nullptr || key->is_null()) {
    result += '#';
    result += std::to_string(number + 1);
  } else if (const auto* text = key->text()) {
    result = *text;
  } else {
    append_json(result, as_value);
  }
  return result;
}

/// Leaves out what belongs to another row or record today.
void drop_used(std::vector<std::string>& keys, const std::set<std::string>& used,
               const std::unordered_map<std::string, size_t>& current) {
  std::erase_if(keys, [&](const auto& key) { return used.contains(key) || current.contains(key); });
}

error no_key(const row_spec& row, size_t record, const error& why) {
  return {why.code,
          "record " + std::to_string(record + 1) + " of row \"" + row.parent + "\": \""
            + row.parent_key + "\": " + why.what,
          {}};
}

error same_key(const row_spec& row, size_t first, size_t second, const invocation_name& name) {
  return {ec::state_conflict,
          "records " + std::to_string(first + 1) + " and " + std::to_string(second + 1)
            + " of row \"" + row.parent + "\" have the same \"" + row.parent_key + "\", "
            + *name.parent_key + ", so that their children would share the bookmark "
            + name.state_key,
          {}};
}

} // namespace

expected<row_spec> assumed_row(const row_spec& row, const catalogue& connectors, uint32_t number) {
  return changed_row(row, connectors,
                     [number](node& config, const type_schema& schema) -> expected<void> {
                       config = assumed_row_values(config, schema, number);
                       return {};
                     });
}

expected<row_spec> resolved_row(const row_spec& row, const catalogue& connectors,
                                const parent_values& from) {
  auto result = changed_row(row, connectors,
                            [&from](node& config, const type_schema& schema) -> expected<void> {
                              auto resolved = resolve_row_references(config, schema, from);
                              if (!resolved) {
                                return fail(std::move(resolved));
                              }
                              config = std::move(*resolved);
                              return {};
                            });
  if (!result) {
    return result;
  }
  if (auto ok = check_table_name(row.sink.config, result->sink.config); !ok) {
    return fail(std::move(ok));
  }
  return result;
}

std::vector<invocation_name> name_children(const row_spec& row, const std::string& pipeline,
                                           const std::optional<std::string>& row_key,
                                           const std::set<std::string>& used_keys,
                                           std::span<const parent_values> records) {
  std::vector<invocation_name> result;
  std::unordered_map<std::string, size_t> current; // key -> which record
  for (size_t i = 0; i < records.size(); ++i) {
    page_builder memory;
    const auto* key = records[i].find(row.parent_key);
    auto as_value = key != nullptr ? to_value(*key, memory) : value{};
    auto& name = result.emplace_back();
    name.parent_key = label_of(key, as_value, i);
    if (!row_key) {
      continue;
    }
    auto state = child_key(*row_key, key != nullptr ? &as_value : nullptr);
    if (!state) {
      name.refusal = no_key(row, i, state.error());
      continue;
    }
    name.state_key = std::move(*state);
    name.older_keys = older_child_keys(*row_key, as_value);
    std::ranges::move(keys_of_older_rows(pipeline, row.legacy_state_ids, &as_value),
                      std::back_inserter(name.older_keys));
    auto [first, is_new] = current.try_emplace(name.state_key, i);
    if (!is_new) {
      name.refusal = same_key(row, first->second, i, name);
      result[first->second].refusal = name.refusal;
    }
  }
  for (auto& name : result) {
    drop_used(name.older_keys, used_keys, current);
  }
  return result;
}

} // namespace faucet
