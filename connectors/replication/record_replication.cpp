#include "connectors/replication/record_replication.hpp"

#include "connectors/config_error.hpp"

namespace faucet {

void fields(option_visitor& v, replication_method_block& x) {
  v.field("type", x.type, required, "What a run delivers.");
}

void replication_fields(option_visitor& v, record_replication& x) {
  v.field("replication_method", x.method, replication_method_block{},
          "Whether a run delivers all records or those that are newer than the bookmark.");
  v.field("replication_key", x.key,
          "Incremental: the field that is the cursor: a name, a dot path or a JSON Pointer.");
  v.field("start_replication_value", x.start,
          "Incremental: where no bookmark is stored, deliver what is greater than this.");
  v.field("on_missing_key", x.missing, on_missing_key::keep,
          "What becomes of a record whose replication key is missing or null.");
}

expected<std::optional<field_path>> check_replication(const record_replication& x,
                                                      const node& config) {
  if (x.method.type == replication_method::full_table) {
    return std::nullopt;
  }
  if (!x.key) {
    return config_error(config, "replication_method",
                        "incremental replication needs a \"replication_key\"");
  }
  if (x.start && (x.start->is_null() || x.start->list() != nullptr || x.start->map() != nullptr)) {
    return config_error(config, "start_replication_value",
                        "\"start_replication_value\" must be a single value");
  }
  auto key = field_path::parse(*x.key);
  if (!key) {
    return config_error(config, "replication_key", "replication_key: " + key.error().what);
  }
  return std::optional{std::move(*key)};
}

} // namespace faucet
