#include "connectors/transforms/tree_flatten.hpp"

#include "connectors/transforms/json_path.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "connectors/transforms/tree_flatten_options.hpp"
#include "connectors/transforms/tree_row.hpp"

namespace faucet {

namespace {

class tree_flatten final : public transform {
public:
  explicit tree_flatten(tree_flatten_options options)
    : options_(std::move(options)), children_(*json_path::parse(options_.children)),
      row_(options_) {
    if (options_.root) {
      root_ = *json_path::parse(*options_.root);
    }
    if (options_.ancestors) {
      label_ = *json_path::parse(options_.ancestors->field);
    }
    std::string_view leaf = options_.leaf;
    if (leaf.starts_with(options_.has_field)) {
      leaf_field_ = leaf.substr(options_.has_field.size());
    }
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input, [this](object_view record, page_builder& out) {
      return expand(value::of_object(record), out);
    });
  }

private:
  expected<void> expand(const value& record, page_builder& out) {
    const auto* top = root_ ? root_->resolve(record) : &record;
    if (top == nullptr || (!top->is_list() && !top->is_object())) {
      out.add(record); // no tree
      return {};
    }
    if (auto ok = row_.begin_record(record); !ok) {
      return ok;
    }
    return visit_all(top->is_list() ? top->as_list() : std::span<const value>{top, 1}, 1, out);
  }

  expected<void> visit_all(std::span<const value> nodes, uint64_t depth, page_builder& out) {
    if (depth > options_.max_depth) {
      return fail(ec::transform_failed, "the tree has more than "
                                          + std::to_string(options_.max_depth)
                                          + " levels (max_depth)");
    }
    for (const auto& x : nodes) {
      if (auto ok = visit(x, depth, out); !ok) {
        return ok;
      }
    }
    return {};
  }

  expected<void> visit(const value& x, uint64_t depth, page_builder& out) {
    const auto* below = children_.resolve(x);
    auto has_children = below != nullptr && below->is_list() && !below->as_list().empty();
    if (is_leaf(x, has_children) || (options_.emit_group_rows && row_.has_cells(x))) {
      if (auto ok = row_.add(x, out); !ok) {
        return ok;
      }
    }
    if (!has_children) {
      return {};
    }
    const auto* label = label_ ? label_->resolve(x) : nullptr;
    row_.enter(label == nullptr ? value{} : *label);
    auto result = visit_all(below->as_list(), depth + 1, out);
    row_.leave();
    return result;
  }

  [[nodiscard]] bool is_leaf(const value& x, bool has_children) const noexcept {
    if (leaf_field_.empty()) {
      return !has_children;
    }
    return x.is_object() && x.as_object().find(leaf_field_) != nullptr;
  }

  tree_flatten_options options_;
  std::optional<json_path> root_;
  json_path children_;
  std::optional<json_path> label_;
  std::string leaf_field_; // empty where children decide
  tree_row row_;
  page_builder out_;
};

} // namespace

transform_descriptor tree_flatten_transform() {
  return describe_transform<tree_flatten, tree_flatten_options>(
    "tree_flatten", "Makes a record of each leaf of a tree.");
}

} // namespace faucet
