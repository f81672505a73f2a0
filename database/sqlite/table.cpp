#include "database/sqlite/table.hpp"

#include <algorithm>
#include <cctype>

namespace faucet {

namespace {

std::string upper(std::string_view text) {
  std::string result{text};
  std::transform(result.begin(), result.end(), result.begin(),
                 [](unsigned char x) { return static_cast<char>(std::toupper(x)); });
  return result;
}

expected<void> read_kind(sqlite_connection& database, sqlite_table& into) {
  auto query = database.prepare("SELECT strict, type = 'view' FROM pragma_table_list "
                                "WHERE schema = 'main' AND name = ?1");
  if (!query) {
    return fail(std::move(query));
  }
  query->bind(1, into.name);
  return query->step().map([&](bool found) {
    into.strict = found && query->integer(0) != 0;
    into.is_view = found && query->integer(1) != 0;
  });
}

} // namespace

const sqlite_column* sqlite_table::find(std::string_view column) const noexcept {
  auto found = std::find_if(columns.begin(), columns.end(),
                            [column](const sqlite_column& x) { return x.name == column; });
  return found == columns.end() ? nullptr : &*found;
}

sqlite_affinity affinity_of(std::string_view declared_type, bool strict) {
  auto type = upper(declared_type);
  auto has = [&type](std::string_view part) { return type.find(part) != std::string::npos; };
  if (strict && type == "ANY") {
    return sqlite_affinity::blob;
  }
  if (has("INT")) {
    return sqlite_affinity::integer;
  }
  if (has("CHAR") || has("CLOB") || has("TEXT")) {
    return sqlite_affinity::text;
  }
  if (has("BLOB") || type.empty()) {
    return sqlite_affinity::blob;
  }
  return has("REAL") || has("FLOA") || has("DOUB") ? sqlite_affinity::real
                                                   : sqlite_affinity::numeric;
}

expected<sqlite_table> read_table(sqlite_connection& database, std::string_view name) {
  sqlite_table result{.name = std::string{name}, .columns = {}};
  if (auto ok = read_kind(database, result); !ok) {
    return fail(std::move(ok));
  }
  auto query = database.prepare("SELECT name, type, \"notnull\", pk, hidden, dflt_value "
                                "FROM pragma_table_xinfo(?1, 'main') ORDER BY cid");
  if (!query) {
    return fail(std::move(query));
  }
  query->bind(1, name);
  auto ok = query->for_each_row([&] {
    result.columns.push_back({.name = std::string{query->text(0)},
                              .type = std::string{query->text(1)},
                              .affinity = affinity_of(query->text(1), result.strict),
                              .not_null = query->integer(2) != 0,
                              .key = static_cast<int>(query->integer(3)),
                              .preset = std::string{query->text(5)},
                              .generated = query->integer(4) != 0});
  });
  return ok ? expected<sqlite_table>{std::move(result)} : fail(std::move(ok));
}

expected<std::vector<std::string>> table_names(sqlite_connection& database) {
  auto query = database.prepare("SELECT name FROM main.sqlite_schema "
                                "WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' "
                                "ESCAPE '\\' AND name NOT IN (SELECT name FROM pragma_table_list "
                                "WHERE schema = 'main' AND type = 'shadow') ORDER BY name");
  if (!query) {
    return fail(std::move(query));
  }
  std::vector<std::string> result;
  auto ok = query->for_each_row([&] { result.emplace_back(query->text(0)); });
  return ok ? expected<std::vector<std::string>>{std::move(result)} : fail(std::move(ok));
}

} // namespace faucet
