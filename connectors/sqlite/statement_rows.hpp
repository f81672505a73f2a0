#pragma once

#include "connectors/formats/invalid_utf8.hpp"
#include "connectors/formats/json_parser.hpp"
#include "database/sqlite/connection.hpp"
#include "model/page_builder.hpp"

#include <vector>

namespace faucet {

/// Makes records of the rows of a statement, value by value as they are stored: integers and text
/// as they are, reals as doubles, infinite ones as the texts "Infinity" and "-Infinity", blobs as
/// bytes. Two types that columns may be declared with say more: 0 and 1 of a BOOLEAN column are
/// booleans, and an object or a list as text in a JSON column is one.
class statement_rows {
public:
  /// Refuses two columns of one name. Reads the statement, which must stay in place.
  static expected<statement_rows> of(const sqlite_connection& database,
                                     const sqlite_statement& statement, invalid_utf8 policy);

  [[nodiscard]] const shape_ptr& fields() const noexcept {
    return fields_;
  }

  /// The record of the row the statement stands on, in the builder's memory.
  expected<value> record(page_builder& into);

private:
  enum class declared { other, boolean, json };

  expected<value> text(int column, page_builder& into);

  const sqlite_connection* database_ = nullptr;
  const sqlite_statement* statement_ = nullptr;
  invalid_utf8 policy_ = invalid_utf8::refuse;
  shape_ptr fields_;
  std::vector<declared> declared_;
  json_parser parser_;
  uint64_t row_ = 0; ///< from 1
};

} // namespace faucet
