#include "connectors/postgres/insert_rows.hpp"

#include "database/quoting.hpp"

#include <algorithm>

namespace faucet {

namespace {

constexpr uint32_t text_type = 25;
constexpr uint32_t text_array_type = 1009;

void append_int32(byte_buffer& out, size_t x) {
  auto* to = out.room(4);
  for (auto shift = 24U; shift <= 24U; shift -= 8U) {
    *to++ = static_cast<char>(x >> shift & 255U);
  }
  out.commit(to);
}

/// `ROWS FROM (unnest($1),unnest($2)) AS r(c0,c1)`: the rows that the parameters hold.
std::string rows_of(size_t parameters) {
  std::string arrays;
  std::string names;
  for (size_t i = 0; i < parameters; ++i) {
    arrays +=
      (i == 0 ? "pg_catalog.unnest($" : ",pg_catalog.unnest($") + std::to_string(i + 1) + ")";
    names += (i == 0 ? "c" : ",c") + std::to_string(i);
  }
  return "ROWS FROM (" + arrays + ") AS r(" + names + ")";
}

std::string cast_of(const pg_column& column, size_t parameter) {
  return "r.c" + std::to_string(parameter) + "::" + column.type;
}

/// What an INSERT would make of a cell: a key that is written longer than its column keeps it.
std::string stored(const pg_column& column, size_t parameter) {
  auto plain = cast_of(column, parameter);
  if (column.rounded_type == column.type) {
    return plain;
  }
  auto text = "r.c" + std::to_string(parameter);
  auto rounded = text + "::" + column.rounded_type;
  if (column.kind != pg_column_kind::text) {
    return rounded;
  }
  // Too long, it is only taken where blanks alone are too much.
  return "CASE WHEN pg_catalog.rtrim(" + text + ")=pg_catalog.rtrim((" + rounded + ")::text) THEN "
         + rounded + " ELSE " + plain + " END";
}

std::string conflict_clause(const pg_relation& table, std::span<const size_t> columns,
                            std::span<const std::string> key) {
  std::string names;
  for (const auto& column : key) {
    names += (names.empty() ? "" : ",") + sql_identifier(column);
  }
  std::string changes;
  for (auto column : columns) {
    const auto& [name, identity] =
      std::pair{table.columns[column].name, table.columns[column].identity};
    if (!identity && std::ranges::find(key, name) == key.end()) { // an identity takes no update
      changes +=
        (changes.empty() ? "" : ",") + sql_identifier(name) + "=EXCLUDED." + sql_identifier(name);
    }
  }
  return " ON CONFLICT (" + names + ") DO "
         + (changes.empty() ? "NOTHING" : "UPDATE SET " + changes);
}

} // namespace

pg_array_statement insert_statement(const pg_relation& table, std::vector<size_t> columns,
                                    std::span<const std::string> key) {
  std::string names;
  std::string cells;
  auto identity = false;
  for (size_t i = 0; i < columns.size(); ++i) {
    const auto& column = table.columns[columns[i]];
    names += (i == 0 ? "" : ",") + sql_identifier(column.name);
    cells += (i == 0 ? "" : ",") + cast_of(column, i);
    identity = identity || column.identity;
  }
  auto sql = "INSERT INTO " + table.quoted() + "(" + names + ")"
             + (identity ? " OVERRIDING SYSTEM VALUE" : "") + " SELECT " + cells + " FROM "
             + rows_of(columns.size());
  if (!key.empty()) {
    sql += conflict_clause(table, columns, key);
  }
  return {std::move(sql), std::move(columns)};
}

pg_array_statement delete_statement(const pg_relation& table, std::span<const std::string> key) {
  pg_array_statement result;
  std::string same;
  for (size_t i = 0; i < key.size(); ++i) {
    auto column = *table.find(key[i]);
    same += (i == 0 ? "" : " AND ") + ("t." + sql_identifier(key[i])) + "="
            + stored(table.columns[column], i);
    result.columns.push_back(column);
  }
  result.sql =
    "DELETE FROM " + table.quoted() + " AS t USING " + rows_of(key.size()) + " WHERE " + same;
  return result;
}

pg_array_rows::pg_array_rows(const pg_relation& table, pg_array_statement statement,
                             pg_cell_text& texts)
  : table_(table), sql_(std::move(statement.sql)), columns_(std::move(statement.columns)),
    texts_(texts) {
  // nop
}

expected<void> pg_array_rows::add(const pg_field_places& from) {
  auto start = text_.size();
  auto first_cell = cells_.size();
  for (auto column : columns_) {
    const auto& cell = from.cell(column);
    auto at = text_.size();
    if (cell.is_null()) {
      cells_.push_back({at, null});
      continue;
    }
    auto ok = texts_.append(text_, table_.columns[column], cell);
    if (ok && text_.view().find('\0', at) != std::string_view::npos) {
      ok = fail(ec::sink_failed, "the text has a zero byte, which PostgreSQL cannot store");
    }
    if (!ok) {
      text_.truncate(start);
      cells_.resize(first_cell);
      return tl::unexpected{about_column(table_.columns[column].name, std::move(ok).error())};
    }
    cells_.push_back({at, text_.size() - at});
  }
  return {};
}

void pg_array_rows::append_array(byte_buffer& out, size_t column, size_t first,
                                 size_t count) const {
  append_int32(out, 1); // dimensions
  append_int32(out, 1); // there may be NULLs
  append_int32(out, text_type);
  append_int32(out, count);
  append_int32(out, 1); // index of the first item
  for (auto row = first; row < first + count; ++row) {
    const auto& cell = cells_[row * columns_.size() + column];
    append_int32(out, cell.size);
    if (cell.size != null) {
      out.append(text_.view().substr(cell.start, cell.size));
    }
  }
}

expected<uint64_t> pg_array_rows::send(pg_connection& server, size_t first, size_t count) {
  arrays_.clear();
  std::vector<size_t> ends;
  for (size_t i = 0; i < columns_.size(); ++i) {
    append_array(arrays_, i, first, count);
    ends.push_back(arrays_.size());
  }
  std::vector<pg_parameter> parameters;
  size_t start = 0;
  for (auto end : ends) {
    parameters.push_back({arrays_.view().substr(start, end - start), text_array_type, true});
    start = end;
  }
  auto done = server.execute(sql_, parameters);
  if (!done) {
    return fail(std::move(done));
  }
  return done->affected();
}

std::string pg_array_rows::failed_column(pg_connection& server, size_t row,
                                         std::string_view sqlstate, const error& why) {
  if (!sqlstate.starts_with("22")) {
    return {}; // what the server says of a constraint names its columns
  }
  for (size_t i = 0; i < columns_.size(); ++i) {
    byte_buffer array;
    append_array(array, i, row, 1);
    const std::array<pg_parameter, 1> parameters{{{array.view(), text_array_type, true}}};
    auto alone = insert_statement(table_, {columns_[i]}, {});
    if (!server.execute("SAVEPOINT one_column")) {
      return {};
    }
    auto tried = server.execute(alone.sql, parameters);
    auto same = !tried && tried.error().what == why.what;
    if (!server.execute("ROLLBACK TO SAVEPOINT one_column")) {
      return {};
    }
    if (same) {
      return table_.columns[columns_[i]].name;
    }
  }
  return {};
}

} // namespace faucet
