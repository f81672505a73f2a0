#include "connectors/postgres/created_table.hpp"

#include "connectors/sql/table_making.hpp"
#include "database/quoting.hpp"

#include <algorithm>
#include <array>

namespace faucet {

namespace {

constexpr int most_attempts = 10;

std::string_view type_for(column_kind kind) noexcept {
  switch (kind) {
    case column_kind::integer:
      return "bigint";
    case column_kind::number:
      return "double precision";
    case column_kind::boolean:
      return "boolean";
    case column_kind::bytes:
      return "bytea";
    case column_kind::json:
      return "jsonb";
    case column_kind::text:
      break;
  }
  return "text";
}

/// IF NOT EXISTS does not keep two from making one thing at once: the loser fails on an index of
/// the catalog.
bool somebody_was_faster(std::string_view sqlstate) noexcept {
  constexpr std::array<std::string_view, 4> states{
    "23505", // an index of the catalog
    "42P06", // the schema is there
    "42P07", // the table is there
    "42710", // its type is there
  };
  return std::ranges::find(states, sqlstate) != states.end();
}

expected<void> create(pg_connection& server, const std::string& thing, const std::string& sql) {
  for (int attempt = 1;; ++attempt) {
    auto done = server.execute(sql);
    if (done) {
      return {};
    }
    if (attempt == most_attempts || !somebody_was_faster(server.sqlstate())) {
      return fail(cannot_be_made(thing, std::move(done)));
    }
  }
}

} // namespace

expected<std::optional<std::string>> table_columns(const page& rows, const column_mapping& mapping,
                                                   std::span<const std::string> key,
                                                   std::string_view unwritten) {
  if (!mapping.auto_map()) {
    auto column = sql_identifier(mapping.document_column);
    return mapping.document_column == "id" ? column + " jsonb"
                                           : "id bigserial PRIMARY KEY, " + column + " jsonb";
  }
  auto fields = infer_columns(rows);
  std::erase_if(fields, [unwritten](const auto& x) { // a column cannot have an empty name
    return x.name == unwritten || x.name.empty();
  });
  if (fields.empty()) {
    return std::nullopt;
  }
  std::string result;
  for (const auto& [name, kind] : fields) {
    result += (result.empty() ? "" : ", ") + sql_identifier(name) + " ";
    result += type_for(kind);
  }
  std::string names;
  for (const auto& column : key) {
    if (std::ranges::find(fields, column, &inferred_column::name) == fields.end()) {
      return fail(ec::sink_failed, "no record of the first page has the key field \"" + column
                                     + "\", so that no table can be made for it");
    }
    names += (names.empty() ? "" : ", ") + sql_identifier(column);
  }
  return names.empty() ? result : result + ", PRIMARY KEY (" + names + ")";
}

expected<pg_relation> create_table(pg_connection& server, const pg_table_name& name,
                                   const std::string& columns) {
  auto split = name.split_at_dot().value_or(name);
  if (split.schema) {
    auto known = server.execute("SELECT pg_catalog.to_regnamespace($1) IS NOT NULL",
                                std::array<pg_parameter, 1>{{{sql_identifier(*split.schema)}}});
    if (!known) {
      return fail(std::move(known));
    }
    // Without that look, somebody who may not make schemas would fail where nothing is to be made.
    if (known->text(0, 0) != "t") {
      auto schema = sql_identifier(*split.schema);
      if (auto ok = create(server, "schema " + schema, "CREATE SCHEMA IF NOT EXISTS " + schema);
          !ok) {
        return fail(std::move(ok));
      }
    }
  }
  if (auto ok = create(server, "table " + split.quoted(),
                       "CREATE TABLE IF NOT EXISTS " + split.quoted() + " (" + columns + ")");
      !ok) {
    return fail(std::move(ok));
  }
  auto made = find_relation(server, split);
  if (!made) {
    return fail(std::move(made));
  }
  if (!*made) {
    return fail(ec::sink_failed, "the table was made and is gone", split.quoted());
  }
  return std::move(**made);
}

} // namespace faucet
