#include "connectors/sqlite/table_sql.hpp"

#include "database/quoting.hpp"

#include <cctype>
#include <utility>

namespace faucet {

namespace {

// SQLite keeps a statement from the name on as it was written; what stands before is its own.
constexpr std::string_view create_table = "CREATE TABLE ";
constexpr std::string_view create_unique_index = "CREATE UNIQUE INDEX ";

/// The length of the name at the beginning of a text, however it is quoted.
size_t name_size(std::string_view text) noexcept {
  constexpr std::string_view opening = "\"'`[";
  auto quote = text.empty() ? std::string_view::npos : opening.find(text.front());
  if (quote == std::string_view::npos) {
    size_t size = 0;
    while (size < text.size()) {
      auto x = static_cast<unsigned char>(text[size]);
      if (std::isalnum(x) == 0 && x != '_' && x != '$' && x < 0x80) {
        break;
      }
      ++size;
    }
    return size;
  }
  auto end = text.front() == '[' ? ']' : text.front();
  for (size_t at = 1; at < text.size(); ++at) {
    if (text[at] != end) {
      continue;
    }
    if (end == ']' || at + 1 == text.size() || text[at + 1] != end) {
      return at + 1;
    }
    ++at; // a doubled quote
  }
  return text.size();
}

struct statements {
  std::string name; ///< of the table; empty where there is none
  std::string table;
  std::vector<std::string> unique_indexes;
};

expected<statements> read_statements(sqlite_connection& database, std::string_view table) {
  auto query = database.prepare("SELECT type, tbl_name, sql FROM main.sqlite_schema "
                                "WHERE tbl_name = ?1 COLLATE NOCASE AND sql IS NOT NULL "
                                "AND type IN ('table', 'index') ORDER BY name");
  if (!query) {
    return fail(std::move(query));
  }
  query->bind(1, table);
  statements result;
  auto ok = query->for_each_row([&] {
    auto sql = query->text(2);
    if (query->text(0) == "table" && sql.starts_with(create_table)) {
      result.name = query->text(1);
      result.table = sql;
    } else if (sql.starts_with(create_unique_index)) {
      result.unique_indexes.emplace_back(sql);
    }
  });
  return ok ? expected<statements>{std::move(result)} : fail(std::move(ok));
}

/// Has SQLite do the renaming, in a database of its own: a table is named in the checks of its rows
/// and in the conditions of its indexes, too, in any writing.
expected<statements> renamed(const statements& known, const std::string& new_name) {
  sqlite_settings in_memory;
  in_memory.address.path = ":memory:";
  auto scratch = sqlite_connection::open(std::move(in_memory));
  if (!scratch) {
    return fail(std::move(scratch));
  }
  if (auto ok = scratch->execute(known.table); !ok) {
    return fail(std::move(ok));
  }
  for (const auto& index : known.unique_indexes) {
    if (auto ok = scratch->execute(index); !ok) {
      return fail(std::move(ok));
    }
  }
  return scratch
    ->execute("ALTER TABLE " + sql_identifier(known.name) + " RENAME TO "
              + sql_identifier(new_name))
    .and_then([&] { return read_statements(*scratch, new_name); });
}

} // namespace

expected<std::optional<table_sql>>
table_sql_for(sqlite_connection& database, std::string_view table, const std::string& new_name) {
  auto known = read_statements(database, table);
  if (!known) {
    return fail(std::move(known));
  }
  if (known->name.empty()) {
    return std::nullopt;
  }
  auto changed = renamed(*known, new_name);
  if (!changed || changed->name.empty()) {
    return std::nullopt;
  }
  table_sql result{known->name, std::move(changed->table), {}};
  for (std::string_view index : changed->unique_indexes) {
    index.remove_prefix(create_unique_index.size());
    index.remove_prefix(name_size(index));
    auto name = new_name + "_" + std::to_string(result.unique_indexes.size());
    result.unique_indexes.push_back(std::string{create_unique_index} + sql_identifier(name)
                                    + std::string{index});
  }
  return result;
}

} // namespace faucet
