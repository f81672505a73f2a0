#include "connectors/sqlite/table_listing.hpp"

#include "database/quoting.hpp"
#include "database/sqlite/table.hpp"

#include <algorithm>
#include <map>

namespace faucet {

namespace {

using row_counts = std::map<std::string, uint64_t, std::less<>>;

/// What ANALYZE has noted: the first number of a line is that of rows.
expected<row_counts> read_counts(sqlite_connection& database) {
  auto noted = read_table(database, "sqlite_stat1");
  if (!noted || !noted->exists()) {
    return noted ? expected<row_counts>{row_counts{}} : fail(std::move(noted));
  }
  auto query =
    database.prepare("SELECT tbl, max(CAST(stat AS INTEGER)) FROM main.sqlite_stat1 GROUP BY tbl");
  if (!query) {
    return fail(std::move(query));
  }
  row_counts result;
  auto ok = query->for_each_row([&] {
    result.emplace(query->text(0), static_cast<uint64_t>(std::max<int64_t>(query->integer(1), 0)));
  });
  return ok ? expected<row_counts>{std::move(result)} : fail(std::move(ok));
}

std::vector<std::string> key_of(const sqlite_table& table) {
  std::vector<const sqlite_column*> columns;
  for (const auto& column : table.columns) {
    if (column.key > 0) {
      columns.push_back(&column);
    }
  }
  std::ranges::sort(columns, {}, &sqlite_column::key);
  std::vector<std::string> result;
  std::ranges::transform(columns, std::back_inserter(result), &sqlite_column::name);
  return result;
}

} // namespace

expected<std::vector<dataset>> list_tables(sqlite_connection& database,
                                           const std::function<void(std::string)>& warn) {
  auto names = table_names(database);
  if (!names) {
    return fail(std::move(names));
  }
  auto counts = read_counts(database);
  if (!counts) {
    return fail(std::move(counts));
  }
  std::vector<dataset> result;
  for (auto& name : *names) {
    if (name.starts_with("_faucet_") || name.find("__faucet_ovw") != std::string::npos) {
      continue;
    }
    auto query = "SELECT * FROM " + sql_identifier(name);
    auto table =
      database.prepare(query).and_then([&](const auto&) { return read_table(database, name); });
    if (!table) {
      if (warn) {
        warn("\"" + name + "\" cannot be read and is left out: " + table.error().what);
      }
      continue;
    }
    dataset found{.name = name,
                  .options = {{"query", std::move(query)}},
                  .estimated_rows = {},
                  .primary_key = key_of(*table)};
    if (auto count = counts->find(name); count != counts->end()) {
      found.estimated_rows = count->second;
    }
    result.push_back(std::move(found));
  }
  return result;
}

} // namespace faucet
