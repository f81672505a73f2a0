#pragma once

#include "config/options.hpp"

#include <string>
#include <vector>

namespace faucet {

/// A reference to another row's record within a query, and the value it stands for.
struct bound_reference {
  std::string token; ///< as it stands in the query: "${orders.id}"
  node value;        ///< null, bool, number or string
};

/// An option that holds SQL. References in it stay as they were written; what they stand for comes
/// beside the text and is bound as parameters, so that no value is ever read as SQL.
struct sql_query {
  std::string text;
  std::vector<bound_reference> values; ///< one a token, tokens distinct
};

/// In files a string. Once the references of a row are resolved, a map:
/// `{text: "… ${orders.id} …", values: {"${orders.id}": 7}}`.
template <>
struct option_type<sql_query> {
  static expected<void> read(const node& from, std::string_view key, sql_query& into);

  static type_schema describe() {
    return {.what = type_schema::form::string, .sql = true};
  }

  static std::string to_json(const sql_query& x) {
    return detail::json_text(x.text);
  }
};

} // namespace faucet
