#include "connectors/sql/write_options.hpp"

#include "connectors/config_error.hpp"

#include <algorithm>

namespace faucet {

namespace {

std::string in_quotes(std::string_view text) {
  return "\"" + std::string{text} + "\"";
}

expected<void> check_key(const std::vector<std::string>& key, const node& config) {
  for (auto at = key.begin(); at != key.end(); ++at) {
    if (at->empty()) {
      return config_error(config, "key", "key: a column has a name");
    }
    if (std::find(key.begin(), at, *at) != at) {
      return config_error(config, "key", "key: " + in_quotes(*at) + " is named twice");
    }
  }
  return {};
}

expected<void> check_marker(const write_options& x, const node& config) {
  constexpr std::string_view name = "delete_marker";
  if (x.mode != write_mode::upsert) {
    return config_error(config, name, "delete_marker: goes with write_mode: upsert only");
  }
  if (x.marker->field.empty()) {
    return config_error(config, name, "delete_marker.field: a field has a name");
  }
  if (x.marker->values.empty()) {
    return config_error(config, name, "delete_marker.values: without a value nothing is deleted");
  }
  if (std::find(x.key.begin(), x.key.end(), x.marker->field) != x.key.end()) {
    return config_error(config, name,
                        "delete_marker.field: " + in_quotes(x.marker->field)
                          + " is part of the key, and the marker is not written");
  }
  return {};
}

} // namespace

void fields(option_visitor& v, delete_marker& x) {
  v.field("field", x.field, required, "Field that tells deletes from upserts. It is not written.");
  v.field("values", x.values, required, "Its values, as text, that make a record a delete.");
}

void fields(option_visitor& v, write_options& x) {
  v.field("write_mode", x.mode, write_mode::append,
          "append inserts; upsert inserts, or updates the row of the same key; delete deletes the "
          "row of the same key; overwrite replaces all rows once the run has completed.");
  v.field("key", x.key, std::vector<std::string>{},
          "Columns that tell rows apart; required for upsert and delete.");
  v.field("delete_marker", x.marker, "Which records of an upsert are deletes.");
  v.field(
    "on_unknown_field", x.on_unknown, unknown_column::warn,
    "What happens to a field that the table has no column for: warn drops it, error refuses the "
    "record.");
}

expected<void> check(const write_options& x, const column_mapping& mapping, const node& config) {
  if (auto ok = check_key(x.key, config); !ok) {
    return ok;
  }
  if (x.marker) {
    if (auto ok = check_marker(x, config); !ok) {
      return ok;
    }
  }
  if (!x.keyed()) {
    return {};
  }
  std::string mode = x.mode == write_mode::upsert ? "upsert" : "delete";
  if (x.key.empty()) {
    return config_error(config, config.find("key") != nullptr ? "key" : "write_mode",
                        "write_mode " + mode + " needs the columns of a \"key\"");
  }
  if (!mapping.auto_map()) {
    return config_error(config, "column_mapping",
                        "write_mode " + mode + " needs \"column_mapping: auto_map\"");
  }
  return {};
}

} // namespace faucet
