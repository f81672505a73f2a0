#pragma once

#include "database/postgres/connection.hpp"

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// How the text of a PostgreSQL value becomes a cell.
enum class pg_reading : uint8_t {
  text,    ///< As it is: text, numeric, uuid, enum, range, interval, inet, composite, …
  integer, ///< int2, int4, int8, oid
  real,    ///< float4, float8
  boolean, ///< t, f
  bytes,   ///< bytea, written as \x and hexadecimal digits
  json,    ///< json, jsonb
  date,
  timestamp,
  timestamptz,
  array,
};

/// A type of PostgreSQL as far as reading it needs to know.
struct pg_type {
  uint32_t id = 0;
  pg_reading reading = pg_reading::text;
  std::shared_ptr<const pg_type> element; ///< of arrays
  char delimiter = ',';                   ///< between the elements of arrays
};

using pg_type_ptr = std::shared_ptr<const pg_type>;

/// Types by object id. Those that are no part of every PostgreSQL are looked up in its catalogue:
/// a domain is read as its base type, an array by its elements, anything else as its text.
class pg_type_table {
public:
  expected<pg_type_ptr> find(uint32_t id, pg_connection& server);

private:
  expected<pg_type_ptr> look_up(uint32_t id, pg_connection& server);

  std::map<uint32_t, pg_type_ptr> known_;
};

} // namespace faucet
