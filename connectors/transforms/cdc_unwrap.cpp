#include "connectors/transforms/cdc_unwrap.hpp"

#include "connectors/transforms/cdc_unwrap_options.hpp"
#include "connectors/transforms/cell_moves.hpp"
#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/value_excerpt.hpp"
#include "model/number_order.hpp"
#include "model/shape_cache.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// In a row: the names of columns that were left out because they did not change.
constexpr std::string_view unchanged_field = "__unchanged_toast__";

bool contains(const std::vector<std::string>& ops, std::string_view op) {
  return std::ranges::find(ops, op) != ops.end();
}

const value* find_object(object_view event, std::string_view field) {
  const auto* found = event.find(field);
  return found != nullptr && found->is_object() ? found : nullptr;
}

class cdc_unwrap final : public transform {
public:
  explicit cdc_unwrap(cdc_unwrap_options options) : options_(std::move(options)) {
    options_.key = distinct(std::move(options_.key));
    std::vector<std::string_view> names{options_.key.begin(), options_.key.end()};
    names.push_back(options_.marker_field);
    old_key_ = shapes_.intern(names);
  }

  expected<void> open(const driver_context& context) override {
    warn_ = context.warn;
    return {};
  }

  expected<page> apply(page_cursor& input) override {
    return map_rows(out_, input, [this](const value& row, page_builder& out) -> expected<void> {
      if (!row.is_object()) {
        return fail(ec::transform_failed, "expected a change event, found " + excerpt(row));
      }
      return unwrap(row.as_object(), out);
    });
  }

private:
  expected<void> unwrap(object_view event, page_builder& out) {
    const auto* op = event.find(options_.op_field);
    auto name = op != nullptr && op->is_string() ? op->as_text() : std::string_view{};
    if (contains(options_.drop_ops, name)) {
      return {};
    }
    const auto* before = find_object(event, options_.before_field);
    if (contains(options_.delete_ops, name)) {
      return unwrap_delete(event, before, out);
    }
    const auto* after = find_object(event, options_.after_field);
    if (after == nullptr) {
      return without_image(options_.after_field, op);
    }
    if (before != nullptr) {
      add_delete_of_old_key(before->as_object(), after->as_object(), out);
    }
    return unwrap_row(event, after->as_object(), before, out);
  }

  expected<void> unwrap_delete(object_view event, const value* image, page_builder& out) {
    if (image == nullptr || image->as_object().size() == 0) {
      image = find_object(event, options_.key_field);
    }
    if (image == nullptr) {
      return without_image(options_.before_field, event.find(options_.op_field));
    }
    add(deletes_, "d", image->as_object(), out);
    return {};
  }

  expected<void> without_image(const std::string& field, const value* op) {
    auto what = "the event (" + options_.op_field + " " + (op == nullptr ? "missing" : excerpt(*op))
                + ") does not hold the row it is about";
    if (options_.on_missing_image == missing_image::fail) {
      return fail(ec::transform_failed, std::move(what), field_name(field));
    }
    ++dropped_;
    if (dropped_ == next_warning_ && warn_) {
      next_warning_ *= 10; // a few lines, however many events
      warn_("cdc_unwrap: " + field_name(field) + ": " + what + "; dropped, "
            + std::to_string(dropped_) + " so far");
    }
    return {};
  }

  /// The row as it became, with what is known of the columns that were left out.
  expected<void> unwrap_row(object_view event, object_view after, const value* before,
                            page_builder& out) {
    const auto* unchanged = after.find(unchanged_field);
    if (unchanged == nullptr || !unchanged->is_list() || unchanged->as_list().empty()) {
      add(upserts_, "u", after, out);
      return {};
    }
    names_.clear();
    cells_.clear();
    for (size_t i = 0; i < after.size(); ++i) {
      if (is_column(after.name(i))) {
        names_.push_back(after.name(i));
        cells_.push_back(after[i]);
      }
    }
    std::string unknown;
    for (const auto& item : unchanged->as_list()) {
      auto column = item.is_string() ? item.as_text() : std::string_view{};
      if (!is_column(column) || std::ranges::find(names_, column) != names_.end()) {
        continue;
      }
      if (const auto* found = before == nullptr ? nullptr : before->as_object().find(column)) {
        names_.push_back(column);
        cells_.push_back(*found);
      } else {
        unknown += (unknown.empty() ? "" : ", ") + std::string{column};
      }
    }
    if (!unknown.empty() && options_.on_partial_row == partial_row::fail) {
      return partial(event, unknown);
    }
    names_.push_back(options_.marker_field);
    cells_.push_back(value::of_string("u"));
    out.add(out.object(shapes_.intern(names_), cells_));
    return {};
  }

  [[nodiscard]] tl::unexpected<error> partial(object_view event, const std::string& unknown) const {
    std::string table;
    for (std::string_view part : {"schema", "table"}) {
      if (const auto* found = event.find(part); found != nullptr && found->is_string()) {
        table += (table.empty() ? " of " : ".") + std::string{found->as_text()};
      }
    }
    return fail(ec::transform_failed,
                "the changed row" + table + " lacks the values of " + unknown
                  + ", which the source left out and \"" + options_.before_field
                  + "\" does not hold either (on_partial_row: pass lets it through)",
                field_name(options_.after_field));
  }

  void add_delete_of_old_key(object_view before, object_view after, page_builder& out) {
    auto differs = false;
    for (const auto& name : options_.key) {
      const auto* was = before.find(name);
      const auto* is = after.find(name);
      if (was == nullptr || is == nullptr) {
        return; // an image without its whole key says nothing about it
      }
      differs = differs || !equal_values(*was, *is);
    }
    if (!differs) {
      return;
    }
    auto [row, cells] = out.object(old_key_);
    for (size_t i = 0; i < options_.key.size(); ++i) {
      cells[i] = *before.find(options_.key[i]);
    }
    cells.back() = value::of_string("d");
    out.add(row);
  }

  void add(shape_cache<cell_moves>& plans, std::string_view marker, object_view image,
           page_builder& out) {
    const auto& plan = **plans.find(image.fields(), [&, this](const shape& from) {
      cell_moves_builder moves;
      for (size_t i = 0; i < from.size(); ++i) {
        if (is_column(from.name(i))) {
          moves.take(from.name(i), i);
        }
      }
      moves.put(options_.marker_field, value::of_string(marker));
      return moves.finish(from, shapes_);
    });
    plan.apply(image, out);
  }

  [[nodiscard]] bool is_column(std::string_view name) const {
    return name != unchanged_field && name != options_.marker_field;
  }

  cdc_unwrap_options options_;
  std::function<void(std::string)> warn_;
  uint64_t dropped_ = 0;
  uint64_t next_warning_ = 1;
  shape_table shapes_;
  shape_ptr old_key_;
  shape_cache<cell_moves> upserts_;
  shape_cache<cell_moves> deletes_;
  std::vector<std::string_view> names_;
  std::vector<value> cells_;
  page_builder out_;
};

} // namespace

transform_descriptor cdc_unwrap_transform() {
  return describe_transform<cdc_unwrap, cdc_unwrap_options>(
    "cdc_unwrap", "Turns change events into rows that say whether they were deleted.");
}

} // namespace faucet
