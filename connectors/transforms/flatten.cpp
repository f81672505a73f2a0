#include "connectors/transforms/flatten.hpp"

#include "connectors/transforms/record_mapping.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

namespace {

struct flatten_options {
  std::string separator;
};

void fields(option_visitor& v, flatten_options& x) {
  v.field("separator", x.separator, "__", "What joins the names of nested fields.");
}

bool is_flattened(const value& x) noexcept {
  return x.is_object() && x.as_object().size() > 0;
}

/// Which objects lie where in a record: it decides the names of the result.
/// Of each object the shape's id, of each nested one before it the field it is in, counted from 1.
using layout = std::vector<uint64_t>;

struct layout_hash {
  size_t operator()(const layout& x) const noexcept {
    uint64_t result = x.size();
    for (auto part : x) {
      result = (result ^ part) * 0x9e3779b97f4a7c15ULL;
      result ^= result >> 29;
    }
    return result;
  }
};

class flatten final : public transform {
public:
  explicit flatten(flatten_options options) : separator_(std::move(options.separator)) {
    // nop
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input, [this](object_view record, page_builder& out) {
      return flattened(record, out);
    });
  }

private:
  static constexpr size_t max_layouts = 1024;
  static constexpr uint64_t leave = 0; // an object's end

  expected<void> flattened(object_view record, page_builder& out) {
    if (std::ranges::none_of(record.cells(), is_flattened)) {
      out.add(value::of_object(record));
      return {};
    }
    layout_.clear();
    cells_.clear();
    walk(record);
    if (!target_ || layout_ != last_layout_) {
      if (auto ok = find_target(record); !ok) {
        return ok;
      }
    }
    out.add(out.object(target_, cells_));
    return {};
  }

  /// Collects the cells of the result and the record's layout.
  void walk(object_view x) {
    layout_.push_back(x.fields().id());
    for (size_t i = 0; i < x.size(); ++i) {
      if (is_flattened(x[i])) {
        layout_.push_back(i + 1);
        walk(x[i].as_object());
      } else {
        cells_.push_back(x[i]);
      }
    }
    layout_.push_back(leave);
  }

  expected<void> find_target(object_view record) {
    auto found = targets_.find(layout_);
    if (found == targets_.end()) {
      std::vector<std::string> names;
      collect_names(record, "", names);
      if (auto ok = refuse_repeated(names); !ok) {
        return ok;
      }
      if (targets_.size() >= max_layouts) {
        targets_.clear();
      }
      std::vector<std::string_view> views{names.begin(), names.end()};
      found = targets_.emplace(layout_, shapes_.intern(views)).first;
    }
    target_ = found->second;
    last_layout_ = layout_;
    return {};
  }

  void collect_names(object_view x, const std::string& prefix, std::vector<std::string>& names) {
    for (size_t i = 0; i < x.size(); ++i) {
      auto name = prefix.empty() ? prefix : prefix + separator_;
      name += x.name(i);
      if (is_flattened(x[i])) {
        collect_names(x[i].as_object(), name, names);
      } else {
        names.push_back(std::move(name));
      }
    }
  }

  static expected<void> refuse_repeated(const std::vector<std::string>& names) {
    auto sorted = names;
    std::ranges::sort(sorted);
    auto repeated = std::ranges::adjacent_find(sorted);
    if (repeated == sorted.end()) {
      return {};
    }
    return fail(ec::transform_failed, "two fields would both be named \"" + *repeated + "\"");
  }

  std::string separator_;
  std::unordered_map<layout, shape_ptr, layout_hash> targets_;
  shape_table shapes_;
  // What the last record was, and room for the next one.
  layout layout_;
  layout last_layout_;
  shape_ptr target_;
  std::vector<value> cells_;
  page_builder out_;
};

} // namespace

transform_descriptor flatten_transform() {
  return describe_transform<flatten, flatten_options>(
    "flatten", "Moves the fields of nested objects up to the top level.");
}

} // namespace faucet
