#include "connectors/transforms/cross_join_plan.hpp"

#include "connectors/transforms/record_mapping.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

/// The columns of a result, collected one by one.
class cross_join_planner::drafting {
public:
  void add(std::string name, origin from) {
    index_.emplace(name, names_.size());
    names_.push_back(std::move(name));
    cells_.push_back(from);
  }

  [[nodiscard]] const origin* find(const std::string& name) const {
    auto found = index_.find(name);
    return found == index_.end() ? nullptr : &cells_[found->second];
  }

  void replace(const std::string& name, origin from) {
    cells_[index_.at(name)] = from;
  }

  plan finish(shape_table& shapes) && {
    std::vector<std::string_view> names{names_.begin(), names_.end()};
    return {shapes.intern(names), std::move(cells_)};
  }

private:
  std::vector<std::string> names_;
  std::vector<origin> cells_;
  std::unordered_map<std::string, size_t> index_;
};

cross_join_planner::cross_join_planner(cross_join_columns columns) : columns_(std::move(columns)) {
  // nop
}

expected<value> cross_join_planner::combine(object_view record, std::span<const value> elements,
                                            page_builder& out) {
  constexpr uint64_t no_object = 0; // shapes count from 1
  ids_.assign(1, record.fields().id());
  for (const auto& element : elements) {
    ids_.push_back(element.is_object() ? element.as_object().fields().id() : no_object);
  }
  auto found = plans_.find(ids_, [&, this] { return make_plan(record.fields(), elements); });
  if (!found) {
    return fail(std::move(found));
  }
  auto [result, cells] = out.object((*found)->target);
  for (size_t i = 0; i < cells.size(); ++i) {
    auto [part, cell] = (*found)->cells[i];
    if (part == 0) {
      cells[i] = record[cell];
    } else {
      const auto& element = elements[part - 1];
      cells[i] = cell == origin::whole ? element : element.as_object()[cell];
    }
  }
  return result;
}

expected<cross_join_planner::plan> cross_join_planner::make_plan(const shape& record,
                                                                 std::span<const value> elements) {
  drafting draft;
  for (uint32_t i = 0; i < record.size(); ++i) {
    auto is_array = std::ranges::count(columns_.arrays, record.name(i)) != 0;
    if (is_array ? !columns_.drop_arrays : columns_.keep_parent) {
      draft.add(std::string{record.name(i)}, {0, i});
    }
  }
  for (uint32_t part = 1; part <= elements.size(); ++part) {
    const auto& array = columns_.arrays[part - 1];
    const auto& element = elements[part - 1];
    auto lost = [&](const std::string& name) {
      return fail(ec::transform_failed,
                  "an element would take the place of the column \"" + name
                    + "\", which is there already; set prefix: true or rename one of them",
                  field_name(array));
    };
    if (!element.is_object()) {
      const auto* there = draft.find(array);
      if (there == nullptr) {
        draft.add(array, {part, origin::whole});
      } else if (there->part == 0) { // the list itself, which was to be kept
        draft.replace(array, {part, origin::whole});
      } else {
        return lost(array);
      }
      continue;
    }
    const auto& fields = element.as_object().fields();
    for (uint32_t i = 0; i < fields.size(); ++i) {
      auto name = (columns_.prefix ? array + "_" : "") + std::string{fields.name(i)};
      if (draft.find(name) != nullptr) {
        return lost(name);
      }
      draft.add(std::move(name), {part, i});
    }
  }
  return std::move(draft).finish(shapes_);
}

} // namespace faucet
