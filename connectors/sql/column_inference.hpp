#pragma once

#include "model/page.hpp"

#include <string>
#include <vector>

namespace faucet {

/// What a column that is made for a field must hold.
enum class column_kind {
  text,    ///< also where values are of several kinds, or nothing is known but nulls
  integer, ///< int64
  number,  ///< every value is one that a double holds
  boolean,
  bytes,
  json, ///< lists and objects alone
};

struct inferred_column {
  std::string name;
  column_kind kind;

  friend bool operator==(const inferred_column&, const inferred_column&) = default;
};

/// One column for each field that some record of the page has, sorted by name. None where the page
/// has no fields.
///
/// Digits are never lost: a field with an integer above int64, or with a number whose digits a
/// double would not give back, is text.
std::vector<inferred_column> infer_columns(const page& rows);

/// True where a number (`is_number`) read as a double, and written shortest, has its value again.
bool fits_double(const value& number) noexcept;

} // namespace faucet
