#include "connectors/postgres/table_listing.hpp"

#include "database/quoting.hpp"

#include <charconv>
#include <map>

namespace faucet {

namespace {

/// Before release 14 the estimate of a table that was never analyzed is 0 and not -1.
constexpr const char* tables_query =
  "SELECT n.nspname, c.relname, c.oid, CASE WHEN c.reltuples > 0 OR c.reltuples = 0 AND "
  "(c.relpages > 0 OR pg_catalog.current_setting('server_version_num')::int >= 140000) "
  "THEN c.reltuples::pg_catalog.int8 END FROM pg_catalog.pg_class c "
  "JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
  "WHERE c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relpersistence <> 't' "
  "AND c.relname NOT LIKE '\\_faucet\\_%' AND pg_catalog.strpos(c.relname, '__faucet_ovw_') = 0 "
  "AND EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = c.oid AND a.attnum > 0 "
  "AND NOT a.attisdropped) "
  "AND n.nspname <> 'information_schema' AND n.nspname NOT LIKE 'pg\\_%' "
  "AND pg_catalog.has_schema_privilege(n.oid, 'USAGE') "
  "AND pg_catalog.has_any_column_privilege(c.oid, 'SELECT') "
  "ORDER BY n.nspname COLLATE \"C\", c.relname COLLATE \"C\"";

constexpr const char* keys_query =
  "SELECT i.indrelid, a.attname FROM pg_catalog.pg_index i "
  "CROSS JOIN LATERAL pg_catalog.unnest(i.indkey) WITH ORDINALITY AS k(number, place) "
  "JOIN pg_catalog.pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = k.number "
  "WHERE i.indisprimary AND k.place <= i.indnkeyatts ORDER BY i.indrelid, k.place";

using keys_by_table = std::map<std::string, std::vector<std::string>, std::less<>>;

expected<keys_by_table> read_keys(pg_connection& server) {
  auto rows = server.execute(keys_query);
  if (!rows) {
    return fail(std::move(rows));
  }
  keys_by_table result;
  for (size_t i = 0; i < rows->rows(); ++i) {
    result[std::string{rows->text(i, 0)}].emplace_back(rows->text(i, 1));
  }
  return result;
}

std::optional<uint64_t> estimated_rows(std::string_view text) {
  uint64_t result = 0;
  auto [stop, failed] = std::from_chars(text.data(), text.data() + text.size(), result);
  return failed == std::errc{} ? std::optional{result} : std::nullopt;
}

} // namespace

expected<std::vector<dataset>> list_tables(pg_connection& server) {
  auto rows = server.execute(tables_query);
  if (!rows) {
    return fail(std::move(rows));
  }
  auto keys = read_keys(server);
  if (!keys) {
    return fail(std::move(keys));
  }
  std::vector<dataset> result;
  for (size_t i = 0; i < rows->rows(); ++i) {
    auto schema = rows->text(i, 0);
    auto table = rows->text(i, 1);
    dataset found{.name = std::string{schema} + "." + std::string{table},
                  .options = {{"query", "SELECT * FROM " + sql_identifier(schema) + "."
                                          + sql_identifier(table)}},
                  .estimated_rows = estimated_rows(rows->text(i, 3)),
                  .primary_key = {}};
    if (auto key = keys->find(rows->text(i, 2)); key != keys->end()) {
      found.primary_key = key->second;
    }
    result.push_back(std::move(found));
  }
  return result;
}

} // namespace faucet
