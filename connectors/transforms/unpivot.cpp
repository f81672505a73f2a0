#include "connectors/transforms/unpivot.hpp"

#include "connectors/config_error.hpp"
#include "connectors/transforms/name_list.hpp"
#include "connectors/transforms/record_mapping.hpp"
#include "model/shape_cache.hpp"

#include <algorithm>

namespace faucet {

namespace {

struct unpivot_options {
  std::vector<std::string> id_fields;
  std::string key_name;
  std::string value_name;
  std::vector<std::string> columns;
  std::optional<std::string> from;
  bool drop_nulls;
  bool drop_if_empty;
};

void fields(option_visitor& v, unpivot_options& x) {
  v.field("id_fields", x.id_fields, std::vector<std::string>{}, "Fields to keep on every result.");
  v.field("key_name", x.key_name, required, "Field for the name of the column or entry.");
  v.field("value_name", x.value_name, required, "Field for its value.");
  v.field("columns", x.columns, std::vector<std::string>{},
          "Fields that become records; all but `id_fields` where it is empty.");
  v.field("from", x.from, "Object field whose entries become records, instead of columns.");
  v.field("drop_nulls", x.drop_nulls, false, "Leave out what is null.");
  v.field("drop_if_empty", x.drop_if_empty, false,
          "Drop a record that gives no result, instead of passing it on as it is.");
}

expected<void> check(const unpivot_options& x, const node& config) {
  if (x.key_name.empty() || x.value_name.empty()) {
    return config_error(config, x.key_name.empty() ? "key_name" : "value_name",
                        "unpivot: key_name and value_name must not be empty");
  }
  if (x.key_name == x.value_name) {
    return config_error(config, "value_name", "unpivot: key_name and value_name must differ");
  }
  for (const auto& name : x.id_fields) {
    if (name == x.key_name || name == x.value_name) {
      return config_error(config, "id_fields",
                          "unpivot: \"" + name + "\" is an id field and a result's field as well");
    }
  }
  if (x.from && !x.columns.empty()) {
    return config_error(config, "columns", "unpivot takes either columns or from, not both");
  }
  return {};
}

class unpivot final : public transform {
public:
  explicit unpivot(unpivot_options options) : options_(std::move(options)) {
    options_.id_fields = distinct(std::move(options_.id_fields));
    options_.columns = distinct(std::move(options_.columns));
  }

  expected<page> apply(page_cursor& input) override {
    return map_records(out_, input,
                       [this](object_view record, page_builder& out) -> expected<void> {
                         auto before = out.rows();
                         expand(record, out);
                         if (out.rows() == before && !options_.drop_if_empty) {
                           out.add(value::of_object(record));
                         }
                         return {};
                       });
  }

private:
  struct plan {
    shape_ptr target;
    std::vector<uint32_t> ids;     ///< cells of the record
    std::vector<uint32_t> columns; ///< cells of the record
  };

  void expand(object_view record, page_builder& out) {
    const auto& known = **plans_.find(record.fields(), [this](auto& x) { return make_plan(x); });
    if (!options_.from) {
      for (auto cell : known.columns) {
        add(known, record, record.name(cell), record[cell], out);
      }
      return;
    }
    const auto* found = record.find(*options_.from);
    if (found == nullptr || !found->is_object()) {
      return;
    }
    auto entries = found->as_object();
    for (size_t i = 0; i < entries.size(); ++i) {
      add(known, record, entries.name(i), entries[i], out);
    }
  }

  /// `name` must live as long as the page the record is in.
  void add(const plan& known, object_view record, std::string_view name, const value& cell,
           page_builder& out) {
    if (cell.is_null() && options_.drop_nulls) {
      return;
    }
    auto [row, cells] = out.object(known.target);
    for (size_t i = 0; i < known.ids.size(); ++i) {
      cells[i] = record[known.ids[i]];
    }
    cells[known.ids.size()] = value::of_string(name);
    cells[known.ids.size() + 1] = cell;
    out.add(row);
  }

  plan make_plan(const shape& from) {
    plan result;
    std::vector<std::string_view> names;
    for (const auto& name : options_.id_fields) {
      if (auto at = from.find(name); at != shape::npos) {
        names.push_back(name);
        result.ids.push_back(static_cast<uint32_t>(at));
      }
    }
    names.push_back(options_.key_name);
    names.push_back(options_.value_name);
    result.target = shapes_.intern(names);
    for (const auto& name : options_.columns.empty() ? from.names() : options_.columns) {
      auto at = from.find(name);
      auto is_column = !options_.columns.empty() || !std::ranges::count(options_.id_fields, name);
      if (at != shape::npos && is_column) {
        result.columns.push_back(static_cast<uint32_t>(at));
      }
    }
    return result;
  }

  unpivot_options options_;
  shape_table shapes_;
  shape_cache<plan> plans_;
  page_builder out_;
};

} // namespace

transform_descriptor unpivot_transform() {
  return describe_transform<unpivot, unpivot_options>(
    "unpivot", "Makes a record of each column or of each entry of an object.");
}

} // namespace faucet
