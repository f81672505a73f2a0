#include "connectors/transforms/explode.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/combination_cache.hpp"
#include "connectors/transforms/field_writer.hpp"
#include "connectors/transforms/json_path.hpp"
#include "connectors/transforms/object_copy.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/value_excerpt.hpp"

#include <array>

namespace faucet {

namespace {

enum class no_elements { passthrough, drop, error };

constexpr std::array<enum_name<no_elements>, 3> enum_names(no_elements) {
  return {{{"passthrough", no_elements::passthrough},
           {"drop", no_elements::drop},
           {"error", no_elements::error}}};
}

struct explode_options {
  std::string path;
  std::optional<std::string> prefix;
  std::string separator;
  no_elements on_missing;
  named<std::string> carry;
};

void fields(option_visitor& v, explode_options& x) {
  v.field("path", x.path, required, "Where the list is: a field, `a.b`, `$.a.b` or `$['a.b']`.");
  v.field("prefix", x.prefix,
          "What stands before the names of an element's fields; the last part of `path` unless "
          "set, nothing where it is empty.");
  v.field("separator", x.separator, "_", "What stands between prefix and name.");
  v.field("on_missing", x.on_missing, no_elements::passthrough,
          "A record without a list, or with an empty one, passes as it is, is dropped, or ends the "
          "run.");
  v.field("carry", x.carry, named<std::string>{},
          "Fields to set on every result, each from a path in the original record.");
}

expected<void> check(const explode_options& x, const node& config) {
  auto path = json_path::parse(x.path);
  if (!path) {
    return config_error(config, "path", std::move(path).error().what);
  }
  for (const auto& step : path->steps()) {
    if (!std::holds_alternative<std::string>(step)) {
      return config_error(config, "path", "explode: path must lead through names only");
    }
  }
  for (const auto& [target, from] : x.carry) {
    if (auto source = json_path::parse_or_root(from); !source) {
      return config_error(*config.find("carry"), target, std::move(source).error().what);
    }
  }
  return {};
}

class explode final : public transform {
public:
  explicit explode(explode_options options)
    : path_(std::move(options.path)), on_missing_(options.on_missing) {
    auto path = *json_path::parse(path_);
    for (const auto& step : path.steps()) {
      names_.push_back(std::get<std::string>(step));
    }
    prefix_ = options.prefix.value_or(names_.back());
    prefix_ += prefix_.empty() ? "" : options.separator;
    for (auto& [target, from] : options.carry) {
      carried_.push_back({*json_path::parse_or_root(from), field_writer{{std::move(target)}}});
    }
  }

  expected<page> apply(page_cursor& input) override {
    return map_rows(out_, input,
                    [this](const value& row, page_builder& out) { return expand(row, out); });
  }

private:
  /// An object on the way to the list, and the cell that leads on.
  struct level {
    object_view object;
    size_t cell;
  };

  struct carried {
    json_path from;
    field_writer to;
  };

  expected<void> expand(const value& row, page_builder& out) {
    const auto* found = descend(row);
    if (found == nullptr || !found->is_list() || found->as_list().empty()) {
      return without_elements(row, found, out);
    }
    for (const auto& element : found->as_list()) {
      auto changed = with_element(element, out);
      if (!changed) {
        return fail(std::move(changed));
      }
      out.add(with_carried(row, with_parents(*changed, out), out));
    }
    return {};
  }

  /// Follows the path and notes the objects on it.
  const value* descend(const value& row) {
    way_.clear();
    const auto* result = &row;
    for (const auto& name : names_) {
      if (!result->is_object()) {
        return nullptr;
      }
      auto object = result->as_object();
      auto at = object.fields().find(name);
      if (at == shape::npos) {
        return nullptr;
      }
      way_.push_back({object, at});
      result = &object[at];
    }
    return result;
  }

  expected<void> without_elements(const value& row, const value* found, page_builder& out) {
    if (on_missing_ == no_elements::error) {
      return fail(ec::transform_failed,
                  "there is no list with elements to explode"
                    + (found == nullptr ? std::string{} : ", but " + excerpt(*found)),
                  field_name(path_));
    }
    if (on_missing_ == no_elements::passthrough) {
      out.add(row.is_object() ? with_carried(row, row, out) : row);
    }
    return {};
  }

  /// The object the list is in, with the element instead.
  expected<value> with_element(const value& element, page_builder& out) {
    auto [parent, at] = way_.back();
    if (!element.is_object()) {
      auto [result, cells] = copy_object(parent, out);
      cells[at] = element;
      return result;
    }
    auto inner = element.as_object();
    auto fields = target_shape(parent, inner);
    if (!fields) {
      return fail(std::move(fields));
    }
    auto [result, cells] = out.object(**fields);
    auto outer = parent.cells();
    auto next = std::ranges::copy(outer.first(at), cells.begin()).out;
    next = std::ranges::copy(outer.subspan(at + 1), next).out;
    std::ranges::copy(inner.cells(), next);
    return result;
  }

  expected<const shape_ptr*> target_shape(object_view parent, object_view inner) {
    std::array<uint64_t, 2> ids{parent.fields().id(), inner.fields().id()};
    return targets_.find(ids, [&, this]() -> expected<shape_ptr> {
      const auto& list_name = names_.back();
      std::vector<std::string> names;
      for (const auto& name : parent.fields().names()) {
        if (name != list_name) {
          names.push_back(name);
        }
      }
      for (const auto& name : inner.fields().names()) {
        auto target = prefix_ + name;
        if (target != list_name && parent.find(target) != nullptr) {
          return fail(ec::transform_failed,
                      "an element has a field \"" + name + "\", but there is a field \"" + target
                        + "\" beside the list already; set another prefix",
                      field_name(path_));
        }
        names.push_back(std::move(target));
      }
      return shapes_.intern(std::vector<std::string_view>{names.begin(), names.end()});
    });
  }

  /// The record that holds the changed object.
  [[nodiscard]] value with_parents(value changed, page_builder& out) const {
    for (auto i = way_.size() - 1; i-- > 0;) {
      auto [copy, cells] = copy_object(way_[i].object, out);
      cells[way_[i].cell] = changed;
      changed = copy;
    }
    return changed;
  }

  value with_carried(const value& original, value result, page_builder& out) {
    for (auto& [from, to] : carried_) {
      if (const auto* found = from.resolve(original)) {
        auto draft = to.copy(result.as_object(), out);
        draft.cells[draft.at[0]] = *found;
        result = draft.row;
      }
    }
    return result;
  }

  std::string path_;
  no_elements on_missing_;
  std::vector<std::string> names_;
  std::string prefix_; // with the separator
  std::vector<carried> carried_;
  std::vector<level> way_;
  shape_table shapes_;
  combination_cache<shape_ptr> targets_;
  page_builder out_;
};

} // namespace

transform_descriptor explode_transform() {
  return describe_transform<explode, explode_options>("explode",
                                                      "Makes a record of each element of a list.");
}

} // namespace faucet
