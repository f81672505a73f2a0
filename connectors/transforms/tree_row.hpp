#pragma once

#include "connectors/transforms/json_path.hpp"
#include "connectors/transforms/tree_flatten_options.hpp"
#include "model/page_builder.hpp"

#include <deque>

namespace faucet {

/// Makes rows of the nodes of a tree: the labels above, the path, the cells.
class tree_row {
public:
  explicit tree_row(const tree_flatten_options& options);

  /// Reads the headers of the record the next nodes belong to.
  expected<void> begin_record(const value& record);

  /// Below a node with that label come nodes one level further down.
  void enter(const value& label) {
    labels_.push_back(label);
  }

  void leave() {
    labels_.pop_back();
  }

  /// True where a node has cells of its own.
  [[nodiscard]] bool has_cells(const value& x) const noexcept;

  /// Adds the row of a node, unless it is empty and such rows are to be left out.
  expected<void> add(const value& x, page_builder& out);

private:
  struct group {
    json_path from;
    std::optional<json_path> header;
    std::optional<std::string> header_label;
    std::string value_field;
    std::vector<std::string> names; ///< of the current record, by the place of the cell
  };

  /// "col_0", "col_1", … made once and kept where they are.
  class numbered_names {
  public:
    explicit numbered_names(std::string stem, size_t first)
      : stem_(std::move(stem)), first_(first) {
      // nop
    }

    std::string_view operator[](size_t index);

  private:
    std::string stem_;
    size_t first_;
    std::deque<std::string> names_;
  };

  void add_labels(page_builder& out);
  expected<bool> add_cells(group& from, const value& x);
  expected<void> refuse_duplicates();

  bool has_ancestors_;
  std::vector<std::string> ancestor_fields_;
  std::optional<std::string> path_as_;
  std::string path_sep_;
  bool drop_empty_;
  bool strict_; ///< cells and headers must match
  std::vector<group> groups_;
  numbered_names columns_{"col_", 0};
  numbered_names ancestors_{"ancestor_", 1};

  std::vector<value> labels_;
  std::vector<std::string_view> names_;
  std::vector<value> cells_;
  std::vector<std::string> distinct_; ///< the last names that were found to be so
  std::string path_;
  shape_table shapes_;
};

} // namespace faucet
