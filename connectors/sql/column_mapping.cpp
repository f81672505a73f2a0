#include "connectors/sql/column_mapping.hpp"

namespace faucet::detail {

namespace {

/// The options of the form `json: {…}`.
struct document_options {
  std::string column;
};

void fields(option_visitor& v, document_options& x) {
  v.field("column", x.column, required, "Column that takes the record.");
}

constexpr std::string_view auto_map = "auto_map";

} // namespace

expected<void> read_mapping(const node& from, std::string_view key, std::string_view form,
                            column_mapping& into) {
  if (from.text() != nullptr && *from.text() == auto_map) {
    into.document_column.clear();
    return {};
  }
  const auto* entries = from.map();
  if (entries != nullptr && entries->size() == 1) {
    const auto& [name, content, where] = entries->front();
    if (name == auto_map && (content.is_null() || (content.map() && content.map()->empty()))) {
      into.document_column.clear();
      return {};
    }
    if (name == form) {
      document_options options;
      auto path = std::string{key} + "." + name;
      if (auto ok = option_type<document_options>::read(content, path, options); !ok) {
        return ok;
      }
      if (options.column.empty()) {
        return fail(ec::invalid_config, path + ".column: a column has a name",
                    to_string(content.where()));
      }
      into.document_column = std::move(options.column);
      return {};
    }
  }
  return fail(ec::invalid_config,
              std::string{key} + ": expected \"auto_map\" or \"" + std::string{form}
                + ": {column: …}\"",
              to_string(from.where()));
}

} // namespace faucet::detail
