#pragma once

#include <cstdint>
#include <string>

namespace faucet {

/// What decides the text by which a column takes a cell.
enum class pg_column_kind : uint8_t {
  integer, ///< of 16, 32 or 64 bits
  text,
  json, ///< and jsonb
  bytes,
  array,
  other, ///< reads whatever text its type reads
};

/// A column of a table, as a sink sees it.
struct pg_column {
  std::string name;
  std::string type; ///< as SQL names it, without modifiers; the base type of a domain
  /// The same with its precision or length, by which an INSERT rounds or cuts. Left out where only
  /// an explicit cast would cut what an INSERT refuses.
  std::string rounded_type;
  pg_column_kind kind = pg_column_kind::text;
  pg_column_kind item_kind = pg_column_kind::text; ///< of an array's items
  bool has_default = false; ///< what is not given becomes something else than NULL
  bool computed = false;    ///< by the server alone
  bool identity = false;    ///< GENERATED ALWAYS AS IDENTITY
  bool folded = false;      ///< its collation takes texts for equal that differ
};

/// How a string becomes the content of a bytea column.
enum class binary_encoding {
  base64,    ///< Every string is base64.
  text,      ///< Every string stands for its own bytes.
  automatic, ///< base64 where it is exactly that, else its own bytes.
};

} // namespace faucet
