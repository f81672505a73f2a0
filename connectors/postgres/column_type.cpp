#include "connectors/postgres/column_type.hpp"

#include "database/postgres/type_ids.hpp"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace faucet {

namespace {

/// How values of the types are read that have the same object id in every PostgreSQL.
std::optional<pg_reading> built_in(uint32_t id) {
  switch (id) {
    case pg_id::boolean:
      return pg_reading::boolean;
    case pg_id::bytea:
      return pg_reading::bytes;
    case pg_id::int2:
    case pg_id::int4:
    case pg_id::int8:
    case pg_id::oid:
      return pg_reading::integer;
    case pg_id::float4:
    case pg_id::float8:
      return pg_reading::real;
    case pg_id::json:
    case pg_id::jsonb:
      return pg_reading::json;
    case pg_id::date:
      return pg_reading::date;
    case pg_id::timestamp:
      return pg_reading::timestamp;
    case pg_id::timestamptz:
      return pg_reading::timestamptz;
    case pg_id::text:
    case pg_id::varchar:
    case pg_id::bpchar:
    case pg_id::name:
    case pg_id::numeric:
    case pg_id::uuid:
      return pg_reading::text;
    default:
      return std::nullopt;
  }
}

uint32_t object_id(std::string_view text) {
  uint32_t result = 0;
  std::from_chars(text.data(), text.data() + text.size(), result);
  return result;
}

} // namespace

expected<pg_type_ptr> pg_type_table::find(uint32_t id, pg_connection& server) {
  if (auto found = known_.find(id); found != known_.end()) {
    return found->second;
  }
  auto made = look_up(id, server);
  if (made) {
    known_.emplace(id, *made);
  }
  return made;
}

expected<pg_type_ptr> pg_type_table::look_up(uint32_t id, pg_connection& server) {
  if (auto reading = built_in(id)) {
    return std::make_shared<pg_type>(pg_type{id, *reading, nullptr});
  }
  auto digits = std::to_string(id);
  const std::array<pg_parameter, 1> parameters{pg_parameter{digits}};
  auto rows = server.execute("SELECT t.typbasetype, e.oid, e.typdelim FROM pg_catalog.pg_type t "
                             "LEFT JOIN pg_catalog.pg_type e ON e.typarray = t.oid "
                             "WHERE t.oid OPERATOR(pg_catalog.=) $1::pg_catalog.oid",
                             parameters);
  if (!rows) {
    return fail(std::move(rows));
  }
  pg_type result{id, pg_reading::text, nullptr};
  if (rows->rows() == 1) {
    if (auto base = object_id(rows->text(0, 0)); base != 0) {
      return find(base, server);
    }
    if (!rows->is_null(0, 1)) {
      auto element = find(object_id(rows->text(0, 1)), server);
      if (!element) {
        return element;
      }
      result.reading = pg_reading::array;
      result.element = std::move(*element);
      result.delimiter = rows->text(0, 2).front();
    }
  }
  return std::make_shared<pg_type>(std::move(result));
}

} // namespace faucet
