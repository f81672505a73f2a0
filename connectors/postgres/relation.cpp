#include "connectors/postgres/relation.hpp"

#include "database/quoting.hpp"

#include <algorithm>
#include <array>
#include <charconv>

namespace faucet {

namespace {

const std::string relation_sql =
  "SELECT c.oid, n.nspname, c.relname, c.relkind, "
  "c.relkind = 'v' OR c.relhasrules OR EXISTS (SELECT FROM pg_catalog.pg_trigger t "
  "WHERE t.tgrelid = c.oid AND NOT t.tgisinternal), "
  "c.relkind IN ('v', 'f') OR c.relhasrules OR c.relrowsecurity "
  "FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace "
  "WHERE c.oid = pg_catalog.to_regclass($1)";

// Domains are followed to what they are made of, and so are the items of arrays. An explicit cast
// cuts character(n), bit(n) and bit varying(n), and arrays of texts.
const std::string columns_sql =
  "WITH RECURSIVE made_of(id, base, modifier) AS ("
  "SELECT oid, oid, -1 FROM pg_catalog.pg_type WHERE typtype <> 'd' UNION ALL "
  "SELECT d.oid, m.base, GREATEST(d.typtypmod, m.modifier) "
  "FROM pg_catalog.pg_type d JOIN made_of m ON m.id = d.typbasetype WHERE d.typtype = 'd') "
  "SELECT a.attname, pg_catalog.format_type(m.base, -1), m.base, "
  "CASE WHEN t.typcategory = 'A' AND t.typlen = -1 THEN i.base ELSE 0 END, "
  "a.attgenerated <> '', a.attidentity = 'a', a.atthasdef OR a.attidentity <> '', "
  "EXISTS (SELECT FROM pg_catalog.pg_collation l WHERE l.oid = a.attcollation "
  "AND NOT l.collisdeterministic), "
  "pg_catalog.format_type(m.base, CASE WHEN m.base <> 1043 AND COALESCE(i.base, m.base) "
  "IN (1042, 1043, 1560, 1562) THEN -1 ELSE GREATEST(a.atttypmod, m.modifier) END) "
  "FROM pg_catalog.pg_attribute a JOIN made_of m ON m.id = a.atttypid "
  "JOIN pg_catalog.pg_type t ON t.oid = m.base LEFT JOIN made_of i ON i.id = t.typelem "
  "WHERE a.attrelid = $1::oid AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum";

// ON CONFLICT infers an index from the set of its columns.
const std::string unique_key_sql =
  "SELECT EXISTS (SELECT FROM pg_catalog.pg_index x WHERE x.indrelid = $1::oid "
  "AND x.indisunique AND x.indisvalid AND x.indimmediate AND x.indpred IS NULL "
  "AND x.indexprs IS NULL AND (SELECT array_agg(a.attname::text ORDER BY a.attname::text) "
  "FROM pg_catalog.pg_attribute a WHERE a.attrelid = x.indrelid AND a.attnum = ANY("
  "(x.indkey::int2[])[0:x.indnkeyatts - 1])) = (SELECT array_agg(DISTINCT k ORDER BY k) "
  "FROM pg_catalog.unnest($2::text[]) AS k))";

pg_column_kind kind_of(std::string_view type) noexcept {
  constexpr std::array<std::pair<std::string_view, pg_column_kind>, 12> kinds{{
    {"20", pg_column_kind::integer},
    {"21", pg_column_kind::integer},
    {"23", pg_column_kind::integer},
    {"17", pg_column_kind::bytes},
    {"114", pg_column_kind::json},
    {"3802", pg_column_kind::json},
    {"25", pg_column_kind::text},
    {"1042", pg_column_kind::text},
    {"1043", pg_column_kind::text},
    {"18", pg_column_kind::text},
    {"19", pg_column_kind::text},
    {"142", pg_column_kind::text},
  }};
  const auto* found =
    std::ranges::find(kinds, type, &std::pair<std::string_view, pg_column_kind>::first);
  return found == kinds.end() ? pg_column_kind::other : found->second;
}

expected<std::vector<pg_column>> columns_of(pg_connection& server, std::string_view id) {
  const std::array<pg_parameter, 1> parameters{{{id}}};
  auto found = server.execute(columns_sql, parameters);
  if (!found) {
    return fail(std::move(found));
  }
  std::vector<pg_column> result;
  for (size_t row = 0; row < found->rows(); ++row) {
    pg_column column;
    column.name = found->text(row, 0);
    column.type = found->text(row, 1);
    column.rounded_type = found->text(row, 8);
    auto item = found->text(row, 3);
    auto is_array = !item.empty() && item != "0";
    column.kind = is_array ? pg_column_kind::array : kind_of(found->text(row, 2));
    column.item_kind = is_array ? kind_of(item) : pg_column_kind::text;
    column.computed = found->text(row, 4) == "t";
    column.identity = found->text(row, 5) == "t";
    column.has_default = found->text(row, 6) == "t";
    column.folded = found->text(row, 7) == "t";
    result.push_back(std::move(column));
  }
  return result;
}

expected<std::optional<pg_relation>> find_exactly(pg_connection& server,
                                                  const pg_table_name& name) {
  auto quoted = name.quoted();
  const std::array<pg_parameter, 1> parameters{{{quoted}}};
  auto found = server.execute(relation_sql, parameters);
  if (!found) {
    return fail(std::move(found));
  }
  if (found->rows() == 0) {
    return std::nullopt;
  }
  pg_relation result;
  auto id = found->text(0, 0);
  std::from_chars(id.data(), id.data() + id.size(), result.id);
  result.schema = found->text(0, 1);
  result.name = found->text(0, 2);
  result.form = found->text(0, 3).front();
  result.diverted = found->text(0, 4) == "t";
  result.only_insert = found->text(0, 5) == "t";
  auto columns = columns_of(server, id);
  if (!columns) {
    return fail(std::move(columns));
  }
  result.columns = std::move(*columns);
  return result;
}

} // namespace

std::string pg_table_name::quoted() const {
  return (schema ? sql_identifier(*schema) + "." : std::string{}) + sql_identifier(table);
}

std::optional<pg_table_name> pg_table_name::split_at_dot() const {
  auto dot = table.find('.');
  if (schema || dot == std::string::npos || dot == 0 || dot + 1 == table.size()
      || table.find('.', dot + 1) != std::string::npos) {
    return std::nullopt;
  }
  return pg_table_name{table.substr(0, dot), table.substr(dot + 1)};
}

std::string pg_relation::quoted() const {
  return sql_identifier(schema) + "." + sql_identifier(name);
}

std::optional<size_t> pg_relation::find(std::string_view column) const noexcept {
  auto found = std::ranges::find(columns, column, &pg_column::name);
  return found == columns.end() ? std::nullopt
                                : std::optional{static_cast<size_t>(found - columns.begin())};
}

expected<std::optional<pg_relation>> find_relation(pg_connection& server,
                                                   const pg_table_name& name) {
  auto found = find_exactly(server, name);
  if (!found || *found) {
    return found;
  }
  auto split = name.split_at_dot();
  return split ? find_exactly(server, *split) : std::move(found);
}

expected<bool> has_unique_key(pg_connection& server, const pg_relation& table,
                              std::span<const std::string> key) {
  auto id = std::to_string(table.id);
  std::string names = "{";
  for (const auto& column : key) {
    names += names.size() > 1 ? "," : "";
    names += sql_identifier(column);
  }
  names += "}";
  const std::array<pg_parameter, 2> parameters{{{id}, {names}}};
  auto found = server.execute(unique_key_sql, parameters);
  if (!found) {
    return fail(std::move(found));
  }
  return found->text(0, 0) == "t";
}

} // namespace faucet
