#include "connectors/postgres/row_reader.hpp"

#include <algorithm>

namespace faucet {

expected<pg_row_reader> pg_row_reader::make(const pg_result& columns, std::string_view hidden,
                                            big_numbers policy, pg_connection& server) {
  std::vector<column> found;
  pg_type_table types;
  for (size_t i = 0; i < columns.columns(); ++i) {
    auto name = std::string{columns.name(i)};
    if (std::any_of(found.begin(), found.end(), [&](const column& x) { return x.name == name; })) {
      return fail(ec::invalid_config,
                  "the query gives two columns named \"" + name + "\"; rename one with AS",
                  "query");
    }
    auto type = types.find(columns.type(i), server);
    if (!type) {
      return fail(std::move(type));
    }
    found.push_back({name, std::move(*type), !hidden.empty() && name == hidden});
  }
  if (found.empty()) {
    return fail(ec::invalid_config, "the query gives no columns: it must be a SELECT", "query");
  }
  return pg_row_reader{std::move(found), pg_cell_reader{policy}};
}

pg_row_reader::pg_row_reader(std::vector<column> columns, pg_cell_reader cells)
  : columns_(std::move(columns)), cells_(std::move(cells)) {
  std::vector<std::string> names;
  for (const auto& x : columns_) {
    if (!x.hidden) {
      names.push_back(x.name);
    }
  }
  fields_ = make_shape(std::move(names));
}

const pg_type& pg_row_reader::type(std::string_view name) const noexcept {
  return *std::ranges::find(columns_, name, &column::name)->type;
}

expected<value> pg_row_reader::read(const pg_result& row, page_builder& page) {
  ++rows_;
  auto [record, cells] = page.object(fields_);
  auto* cell = cells.data();
  for (size_t i = 0; i < columns_.size(); ++i) {
    const auto& x = columns_[i];
    if (x.hidden) {
      continue;
    }
    if (!row.is_null(0, i) && !cells_.read(*x.type, row.text(0, i), page, *cell)) {
      return fail(ec::source_failed, cells_.failure(),
                  "column \"" + x.name + "\" of row " + std::to_string(rows_));
    }
    ++cell;
  }
  return record;
}

} // namespace faucet
