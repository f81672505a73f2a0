#include "connectors/transforms/tree_row.hpp"

#include "connectors/transforms/record_mapping.hpp"
#include "model/json_writer.hpp"

#include <algorithm>
#include <unordered_set>

namespace faucet {

namespace {

/// A label as text: strings as they are, null as nothing, all else as JSON.
void append_text(std::string& out, const value& x) {
  if (x.is_string()) {
    out += x.as_text();
  } else if (!x.is_null()) {
    append_json(out, x);
  }
}

/// The field of an object that holds what is looked for, or the value itself.
const value& inner(const value& x, std::string_view field) noexcept {
  const auto* found = x.is_object() ? x.as_object().find(field) : nullptr;
  return found == nullptr ? x : *found;
}

bool is_empty(const value& x) noexcept {
  return x.is_null() || (x.is_string() && x.as_text().empty());
}

} // namespace

std::string_view tree_row::numbered_names::operator[](size_t index) {
  while (names_.size() <= index) {
    names_.push_back(stem_ + std::to_string(first_ + names_.size()));
  }
  return names_[index];
}

tree_row::tree_row(const tree_flatten_options& options)
  : has_ancestors_(options.ancestors.has_value()), path_as_(options.path_as),
    path_sep_(options.path_sep), drop_empty_(options.drop_empty), strict_(!options.columns) {
  if (options.ancestors) {
    ancestor_fields_ = options.ancestors->as;
  }
  auto add = [this](const tree_cells_options& x) {
    auto& target = groups_.emplace_back(
      group{*json_path::parse(x.from), std::nullopt, x.header_label, x.value, {}});
    if (x.header) {
      target.header = *json_path::parse(*x.header);
    }
  };
  if (options.columns) {
    add(*options.columns);
  }
  std::ranges::for_each(options.groups, add);
}

expected<void> tree_row::begin_record(const value& record) {
  labels_.clear();
  for (auto& target : groups_) {
    target.names.clear();
    const auto* header = target.header ? target.header->resolve(record) : nullptr;
    if (header == nullptr || !header->is_list()) {
      if (strict_) {
        return fail(ec::transform_failed, "there is no list of names for the cells",
                    field_name(target.header->text()));
      }
      continue;
    }
    for (const auto& element : header->as_list()) {
      const auto& label = target.header_label ? inner(element, *target.header_label) : element;
      auto& name = target.names.emplace_back();
      append_text(name, label);
      if (name.empty()) {
        name = columns_[target.names.size() - 1];
      }
    }
  }
  return {};
}

bool tree_row::has_cells(const value& x) const noexcept {
  return std::ranges::any_of(groups_, [&x](const group& from) {
    const auto* found = from.from.resolve(x);
    return found != nullptr && found->is_list() && !found->as_list().empty();
  });
}

expected<void> tree_row::add(const value& x, page_builder& out) {
  names_.clear();
  cells_.clear();
  add_labels(out);
  auto has_content = false;
  for (auto& from : groups_) {
    auto filled = add_cells(from, x);
    if (!filled) {
      return fail(std::move(filled));
    }
    has_content = has_content || *filled;
  }
  if (!has_content && drop_empty_) {
    return {};
  }
  if (auto ok = refuse_duplicates(); !ok) {
    return ok;
  }
  out.add(out.object(shapes_.intern(names_), cells_));
  return {};
}

void tree_row::add_labels(page_builder& out) {
  for (size_t i = 0; has_ancestors_ && i < labels_.size(); ++i) {
    names_.push_back(i < ancestor_fields_.size() ? ancestor_fields_[i] : ancestors_[i]);
    cells_.push_back(labels_[i]);
  }
  if (path_as_) {
    path_.clear();
    for (size_t i = 0; i < labels_.size(); ++i) {
      path_ += i == 0 ? "" : path_sep_;
      append_text(path_, labels_[i]);
    }
    names_.push_back(*path_as_);
    cells_.push_back(out.string(path_));
  }
}

/// Adds the cells of a node; true where one of them is not empty.
expected<bool> tree_row::add_cells(group& from, const value& x) {
  const auto* found = from.from.resolve(x);
  auto is_list = found != nullptr && found->is_list();
  auto cells = is_list ? found->as_list() : std::span<const value>{};
  if (strict_ && (!is_list || cells.size() != from.names.size())) {
    return fail(ec::transform_failed,
                is_list ? "a node has " + std::to_string(cells.size()) + " cells, but "
                            + std::to_string(from.names.size()) + " are named"
                        : "a node has no list of cells",
                field_name(from.from.text()));
  }
  auto result = false;
  for (size_t i = 0; i < cells.size(); ++i) {
    const auto& cell = inner(cells[i], from.value_field);
    names_.push_back(i < from.names.size() ? std::string_view{from.names[i]} : columns_[i]);
    cells_.push_back(cell);
    result = result || !is_empty(cell);
  }
  return result;
}

expected<void> tree_row::refuse_duplicates() {
  if (std::ranges::equal(names_, distinct_)) {
    return {};
  }
  std::unordered_set<std::string_view> seen;
  for (auto name : names_) {
    if (!seen.insert(name).second) {
      return fail(ec::transform_failed, "two columns of a row have this name", field_name(name));
    }
  }
  distinct_.assign(names_.begin(), names_.end());
  return {};
}

} // namespace faucet
