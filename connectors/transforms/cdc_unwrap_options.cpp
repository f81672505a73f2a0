#include "connectors/transforms/cdc_unwrap_options.hpp"

#include "connectors/config_error.hpp"

#include <algorithm>

namespace faucet {

void fields(option_visitor& v, cdc_unwrap_options& x) {
  v.field("op_field", x.op_field, "op", "Field of an event that says what was done.");
  v.field("after_field", x.after_field, "after", "Field with the row as it became.");
  v.field("before_field", x.before_field, "before", "Field with the row as it was.");
  v.field("key_field", x.key_field, "document_key",
          "Field with the key of a deleted row, for events without the row as it was.");
  v.field("marker_field", x.marker_field, "__op",
          "Field to set on every row: d where it was deleted, u else.");
  v.field("delete_ops", x.delete_ops, std::vector<std::string>{"d", "delete"},
          "What op_field says of a deleted row.");
  v.field("drop_ops", x.drop_ops, std::vector<std::string>{"ddl", "truncate"},
          "What op_field says of events to leave out.");
  v.field("on_missing_image", x.on_missing_image, missing_image::fail,
          "An event without the row it is about ends the run, or is dropped with a warning.");
  v.field("on_partial_row", x.on_partial_row, partial_row::fail,
          "A changed row of which some columns are unknown ends the run, or passes without them.");
  v.field("key", x.key, std::vector<std::string>{},
          "Key columns: where an update changes one, a row that deletes the old key goes ahead.");
}

expected<void> check(const cdc_unwrap_options& x, const node& config) {
  if (x.marker_field.empty()) {
    return config_error(config, "marker_field", "cdc_unwrap: marker_field must not be empty");
  }
  if (std::ranges::count(x.key, x.marker_field) != 0) {
    return config_error(config, "key", "cdc_unwrap: marker_field must not be a key column");
  }
  return {};
}

} // namespace faucet
