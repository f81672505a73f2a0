#include "connectors/postgres/copy_rows.hpp"

#include "connectors/postgres/copy_text.hpp"
#include "database/quoting.hpp"
#include "model/number_format.hpp"

#include <charconv>

namespace faucet {

std::optional<copied_place> find_copied_place(std::string_view context) {
  constexpr std::string_view before_line = ", line ";
  constexpr std::string_view before_column = ", column ";
  auto copy = context.find("COPY ");
  auto at = copy == std::string_view::npos ? copy : context.find(before_line, copy);
  if (at == std::string_view::npos) {
    return std::nullopt;
  }
  context.remove_prefix(at + before_line.size());
  copied_place result{};
  auto [end, failure] =
    std::from_chars(context.data(), context.data() + context.size(), result.line);
  if (failure != std::errc{} || result.line == 0) {
    return std::nullopt;
  }
  context.remove_prefix(static_cast<size_t>(end - context.data()));
  if (context.starts_with(before_column)) {
    context.remove_prefix(before_column.size());
    result.column = context.substr(0, context.find(": "));
  }
  return result;
}

std::string copy_statement(const std::string& table, const std::vector<pg_column>& all,
                           std::span<const size_t> columns) {
  auto result = "COPY " + table;
  char separator = '(';
  for (auto column : columns) {
    result += separator + sql_identifier(all[column].name);
    separator = ',';
  }
  return result + ") FROM STDIN";
}

pg_copy_rows::pg_copy_rows(const std::string& table, const std::vector<pg_column>& all,
                           std::vector<size_t> columns, pg_cell_text& texts)
  : all_(all), columns_(std::move(columns)), texts_(texts),
    statement_(copy_statement(table, all_, columns_)) {
  // nop
}

expected<void> pg_copy_rows::add(const pg_field_places& from) {
  auto start = lines_.size();
  for (auto column : columns_) {
    if (column != columns_.front()) {
      lines_.append('\t');
    }
    if (auto ok = add_cell(all_[column], from.cell(column)); !ok) {
      lines_.truncate(start);
      return tl::unexpected{about_column(all_[column].name, std::move(ok).error())};
    }
  }
  lines_.append('\n');
  ends_.push_back(lines_.size());
  return {};
}

expected<void> pg_copy_rows::add_cell(const pg_column& column, const value& cell) {
  auto text = cell.as_text();
  switch (cell.kind()) {
    case kind::null:
      lines_.append(copied_null);
      return {};
    case kind::int64:
      lines_.commit(write_number(lines_.room(longest_number), cell.as_int()));
      return {};
    case kind::string:
      if (column.kind != pg_column_kind::json && column.kind != pg_column_kind::bytes) {
        break;
      }
      [[fallthrough]];
    default:
      text_.clear();
      if (auto ok = texts_.append(text_, column, cell); !ok) {
        return ok;
      }
      text = text_.view();
  }
  if (!append_copied(lines_, text)) {
    return fail(ec::sink_failed, "the text has a zero byte, which PostgreSQL cannot store");
  }
  return {};
}

expected<uint64_t> pg_copy_rows::send(pg_connection& server, size_t first, size_t count) {
  auto start = first == 0 ? 0 : ends_[first - 1];
  auto slice = lines_.view().substr(start, ends_[first + count - 1] - start);
  auto written = server.start_copy_in(statement_)
                   .and_then([&] { return server.put_copied(slice); })
                   .and_then([&] { return server.finish_copy_in(); });
  if (!written) {
    auto place = find_copied_place(server.failed_place());
    failed_column_ = place ? place->column : std::string{};
  }
  return written;
}

std::string pg_copy_rows::failed_column(pg_connection&, size_t, std::string_view, const error&) {
  return failed_column_;
}

} // namespace faucet
