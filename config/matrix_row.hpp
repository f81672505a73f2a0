#pragma once

#include "config/component_spec.hpp"
#include "config/dlq_spec.hpp"
#include "config/row_name.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// What a row changes of the source or sink it takes.
struct connector_override {
  std::optional<row_name> ref; ///< one of pipeline.sources or pipeline.sinks
  std::optional<node> type;
  std::optional<node> config; ///< merged over that of the source or sink
  std::optional<tier> status;
  named<node> attributes;
};

void fields(option_visitor& v, connector_override& x);

/// The `dlq:` of a row. A null is said, too: no dead letters.
struct dlq_override {
  bool given = false;
  std::optional<dlq_spec> instead;
};

template <>
struct option_type<dlq_override> {
  static expected<void> read(const node& from, std::string_view key, dlq_override& into) {
    into.given = true;
    return option_type<std::optional<dlq_spec>>::read(from, key, into.instead);
  }

  static type_schema describe() {
    return option_type<std::optional<dlq_spec>>::describe();
  }

  static std::string to_json(const dlq_override&) {
    return {};
  }
};

/// One row of `matrix:` as the file says it.
struct matrix_row {
  std::optional<row_name> id;
  std::optional<row_name> parent;
  std::string parent_key;
  std::vector<row_name> depends_on;
  std::optional<connector_override> source;
  std::optional<connector_override> sink;
  std::optional<std::vector<component_spec>> transforms;
  bool inherit_transforms = true;
  std::optional<component_spec> state;
  dlq_override dlq;
  std::vector<std::string> tags;
  std::optional<double> weight;
  std::vector<row_name> legacy_state_ids;
  position where;
};

void fields(option_visitor& v, matrix_row& x);

} // namespace faucet
