#include "config/tree_builder.hpp"

#include <algorithm>

namespace faucet {

namespace {

expected<void> refuse_duplicates(const node::map_type& entries) {
  std::vector<const node::entry*> sorted;
  sorted.reserve(entries.size());
  for (const auto& entry : entries) {
    sorted.push_back(&entry);
  }
  std::ranges::stable_sort(sorted, {}, [](const auto* x) -> std::string_view { return x->key; });
  auto twin = std::ranges::adjacent_find(sorted, {},
                                         [](const auto* x) -> std::string_view { return x->key; });
  if (twin == sorted.end()) {
    return {};
  }
  const auto& [first, second] = std::pair{**twin, **std::next(twin)};
  return fail(ec::invalid_config,
              "duplicate key \"" + first.key + "\", first on line "
                + std::to_string(first.where.line),
              to_string(second.where));
}

/// The maps that a merge key names: one, or a list of them.
expected<std::vector<const node::map_type*>> merged_maps(const node& from) {
  std::vector<const node::map_type*> result;
  if (const auto* one = from.map()) {
    result.push_back(one);
    return result;
  }
  if (const auto* several = from.list()) {
    for (const auto& item : *several) {
      result.push_back(item.map());
    }
  }
  if (result.empty() || std::ranges::find(result, nullptr) != result.end()) {
    return fail(ec::invalid_config, "a merge key << takes a map or a list of maps",
                to_string(from.where()));
  }
  return result;
}

/// Puts the entries of the named maps where the merge key stands. What is there already wins.
expected<void> merge(node::map_type& entries, size_t at) {
  auto named = std::move(entries[at].value);
  entries.erase(entries.begin() + static_cast<std::ptrdiff_t>(at));
  auto maps = merged_maps(named);
  if (!maps) {
    return fail(std::move(maps));
  }
  std::vector<std::string_view> taken;
  for (const auto& entry : entries) {
    taken.push_back(entry.key);
  }
  std::ranges::sort(taken);
  node::map_type added;
  for (const auto* source : *maps) {
    for (const auto& entry : *source) {
      auto spot = std::ranges::lower_bound(taken, entry.key);
      if (spot == taken.end() || *spot != entry.key) {
        taken.insert(spot, entry.key);
        added.push_back(entry);
      }
    }
  }
  entries.insert(entries.begin() + static_cast<std::ptrdiff_t>(at),
                 std::make_move_iterator(added.begin()), std::make_move_iterator(added.end()));
  return {};
}

} // namespace

tl::unexpected<error> nested_too_deep(const position& where) {
  return fail(ec::invalid_config, "nested deeper than " + std::to_string(max_nesting) + " levels",
              to_string(where));
}

expected<void> tree_builder::open_map(const position& where) {
  return open(node::map_type{}, where);
}

expected<void> tree_builder::open_list(const position& where) {
  return open(node::list_type{}, where);
}

expected<void> tree_builder::open(node::content_type container, const position& where) {
  if (open_.size() == max_nesting) {
    return nested_too_deep(where);
  }
  open_.push_back({.container = node{std::move(container), where}});
  return {};
}

expected<void> tree_builder::close() {
  auto closed = std::move(open_.back());
  open_.pop_back();
  if (auto* entries = std::get_if<node::map_type>(&closed.container.content())) {
    if (auto ok = refuse_duplicates(*entries); !ok) {
      return ok;
    }
    if (closed.merged_entry) {
      if (auto ok = merge(*entries, *closed.merged_entry); !ok) {
        return ok;
      }
    }
  }
  attach(std::move(closed.container));
  return {};
}

void tree_builder::key(std::string name, const position& where, bool merges) {
  auto& top = open_.back();
  top.key = std::move(name);
  top.key_place = where;
  top.key_merges = merges;
  top.has_key = true;
}

void tree_builder::scalar(node x) {
  attach(std::move(x));
}

bool tree_builder::wants_key() const noexcept {
  return !open_.empty() && open_.back().container.map() != nullptr && !open_.back().has_key;
}

void tree_builder::attach(node x) {
  if (open_.empty()) {
    root_ = std::move(x);
    return;
  }
  auto& top = open_.back();
  if (auto* items = std::get_if<node::list_type>(&top.container.content())) {
    items->push_back(std::move(x));
    return;
  }
  auto& entries = std::get<node::map_type>(top.container.content());
  if (top.key_merges) {
    top.merged_entry = entries.size();
  }
  entries.push_back({std::move(top.key), std::move(x), std::move(top.key_place)});
  top.has_key = false;
  top.key_merges = false;
}

} // namespace faucet
