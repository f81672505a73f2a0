#include "connectors/transforms/key_renaming.hpp"

#include "connectors/transforms/key_collision.hpp"
#include "connectors/transforms/record_mapping.hpp"

#include <algorithm>
#include <memory>

namespace faucet {

namespace {

bool is_container(const value& x) noexcept {
  return x.is_object() || x.is_list();
}

} // namespace

expected<page> key_renaming::apply(page_cursor& input) {
  return map_rows(out_, input, [this](const value& row, page_builder& out) {
    return renamed(row, out).map([&](const value& x) { out.add(x); });
  });
}

expected<key_renaming::plan> key_renaming::make_plan(const shape& from) {
  std::vector<std::string> renamed(from.size());
  for (size_t i = 0; i < from.size(); ++i) {
    rename(from.name(i), renamed[i]);
  }
  std::vector<std::string_view> names{renamed.begin(), renamed.end()};
  return refuse_collisions(from, names).map([&] {
    return plan{shapes_.intern(names), std::ranges::equal(names, from.names())};
  });
}

expected<value> key_renaming::renamed(const value& x, page_builder& out) {
  if (x.is_object()) {
    return renamed_object(x.as_object(), out);
  }
  return x.is_list() ? renamed_list(x.as_list(), out) : x;
}

expected<value> key_renaming::renamed_object(object_view x, page_builder& out) {
  auto found = plans_.find(x.fields(), [this](const shape& from) { return make_plan(from); });
  if (!found) {
    return fail(std::move(found));
  }
  auto any_container = std::ranges::any_of(x.cells(), is_container);
  if ((*found)->same_names && !any_container) {
    return value::of_object(x);
  }
  auto [result, cells] = out.object((*found)->target); // `found` ends with the next look-up
  std::ranges::copy(x.cells(), cells.begin());
  if (any_container) {
    for (auto& cell : cells) {
      if (is_container(cell)) {
        auto inner = renamed(cell, out);
        if (!inner) {
          return inner;
        }
        cell = *inner;
      }
    }
  }
  return result;
}

expected<value> key_renaming::renamed_list(std::span<const value> items, page_builder& out) {
  if (std::ranges::none_of(items, is_container)) {
    return value::of_list(items);
  }
  auto* cells = static_cast<value*>(out.memory().allocate(items.size_bytes()));
  for (size_t i = 0; i < items.size(); ++i) {
    auto inner = renamed(items[i], out);
    if (!inner) {
      return inner;
    }
    std::construct_at(cells + i, *inner);
  }
  return value::of_list({cells, items.size()});
}

} // namespace faucet
