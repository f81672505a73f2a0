#include "connectors/transforms/tree_flatten_options.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/json_path.hpp"

namespace faucet {

void fields(option_visitor& v, tree_cells_options& x) {
  v.field("from", x.from, required, "Path, within a node, to the list of its cells.");
  v.field("header", x.header,
          "Path, within the record, to the list that names the cells by their place; they are "
          "col_0, col_1, … without a name there.");
  v.field("header_label", x.header_label, "Field of a header's element that holds the name.");
  v.field("value", x.value, "value", "Field of a cell that holds its value; the cell itself else.");
}

void fields(option_visitor& v, tree_ancestors_options& x) {
  v.field("field", x.field, required, "Path, within a node, to its label.");
  v.field("as", x.as, std::vector<std::string>{},
          "Fields for the labels from the top down; ancestor_1, ancestor_2, … beyond them.");
}

void fields(option_visitor& v, tree_flatten_options& x) {
  v.field("root", x.root, "Path to the top nodes; the record is the one top node unless set.");
  v.field("children", x.children, required, "Path, within a node, to the list of its children.");
  v.field("leaf", x.leaf, "has_no_children",
          "Which nodes are leaves: `has_no_children`, or `has_field:<name>` for those with that "
          "field, whether or not they have children.");
  v.field("columns", x.columns, "The cells of a leaf. Either this or `groups`.");
  v.field("groups", x.groups, std::vector<tree_cells_options>{},
          "Several lists of cells, each with a header of just that length.");
  v.field("ancestors", x.ancestors, "The labels of the nodes above, as fields of the result.");
  v.field("path_as", x.path_as, "Field for all these labels in one text.");
  v.field("path_sep", x.path_sep, " > ", "What stands between the labels there.");
  v.field("drop_empty", x.drop_empty, false,
          "Leave out leaves whose cells are all null or empty strings.");
  v.field("emit_group_rows", x.emit_group_rows, false,
          "Also make records of nodes that are no leaves but have cells.");
  v.field("max_depth", x.max_depth, 64, "The most levels a tree may have.");
}

namespace {

expected<void> check_path(const std::string& path, std::string_view key, const node& config) {
  if (auto parsed = json_path::parse(path); !parsed) {
    return config_error(config, key,
                        "tree_flatten: " + std::string{key} + ": " + parsed.error().what);
  }
  return {};
}

expected<void> check_cells(const tree_cells_options& x, const node& config) {
  auto ok = check_path(x.from, "from", config);
  return ok && x.header ? check_path(*x.header, "header", config) : ok;
}

expected<void> check_groups(const tree_flatten_options& x, const node& config) {
  const auto* groups = config.find("groups");
  for (size_t i = 0; i < x.groups.size(); ++i) {
    const auto& place = (*groups->list())[i];
    if (!x.groups[i].header) {
      return config_error(place, "header", "tree_flatten: each of groups needs a header");
    }
    if (auto ok = check_cells(x.groups[i], place); !ok) {
      return ok;
    }
  }
  return {};
}

} // namespace

expected<void> check(const tree_flatten_options& x, const node& config) {
  if (x.columns.has_value() == !x.groups.empty()) {
    return config_error(config, "groups", "tree_flatten needs exactly one of columns and groups");
  }
  std::string_view leaf = x.leaf;
  auto names_field = leaf.starts_with(x.has_field) && leaf.size() > x.has_field.size();
  if (leaf != "has_no_children" && !names_field) {
    return config_error(config, "leaf",
                        "tree_flatten: leaf must be has_no_children or has_field:<name>, found \""
                          + x.leaf + "\"");
  }
  if (x.max_depth == 0) {
    return config_error(config, "max_depth", "tree_flatten: max_depth must be at least 1");
  }
  auto ok = check_path(x.children, "children", config);
  if (ok && x.root) {
    ok = check_path(*x.root, "root", config);
  }
  if (ok && x.ancestors) {
    ok = check_path(x.ancestors->field, "field", *config.find("ancestors"));
  }
  if (ok && x.columns) {
    ok = check_cells(*x.columns, *config.find("columns"));
  }
  return ok ? check_groups(x, config) : ok;
}

} // namespace faucet
