#pragma once

#include "config/options.hpp"

namespace faucet {

/// Where a node's cells are and what they are called.
struct tree_cells_options {
  std::string from;
  std::optional<std::string> header;
  std::optional<std::string> header_label;
  std::string value;
};

void fields(option_visitor& v, tree_cells_options& x);

struct tree_ancestors_options {
  std::string field;
  std::vector<std::string> as;
};

void fields(option_visitor& v, tree_ancestors_options& x);

struct tree_flatten_options {
  /// How `leaf` begins where a field makes a leaf of a node.
  static constexpr std::string_view has_field = "has_field:";

  std::optional<std::string> root;
  std::string children;
  std::string leaf;
  std::optional<tree_cells_options> columns;
  std::vector<tree_cells_options> groups;
  std::optional<tree_ancestors_options> ancestors;
  std::optional<std::string> path_as;
  std::string path_sep;
  bool drop_empty;
  bool emit_group_rows;
  uint64_t max_depth;
};

void fields(option_visitor& v, tree_flatten_options& x);

expected<void> check(const tree_flatten_options& x, const node& config);

} // namespace faucet
