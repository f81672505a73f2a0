#include "connectors/formats/csv_reader.hpp"

#include <algorithm>
#include <unordered_map>

namespace faucet {

namespace {

std::string count_of_fields(size_t count) {
  return std::to_string(count) + (count == 1 ? " field" : " fields");
}

std::string column_name(size_t index) {
  return "column_" + std::to_string(index);
}

} // namespace

csv_reader::csv_reader(text_reader text, csv_dialect dialect)
  : text_(std::move(text)), dialect_(std::move(dialect)),
    scanner_(dialect_.delimiter, dialect_.quote) {
  // nop
}

expected<bool> csv_reader::fill(page_builder& into, size_t max_rows) {
  text_.start_page(into);
  expected<bool> found = true;
  if (!started_) {
    started_ = true;
    found = read_header(into).map([] { return true; });
  }
  while (found && *found && !text_.page_full(max_rows)) {
    found = add_row(into);
  }
  text_.end_page();
  return found && *found ? skip_blank_lines() : found;
}

expected<void> csv_reader::read_header(page_builder& into) {
  if (auto ok = text_.skip_byte_order_mark(); !ok) {
    return ok;
  }
  scanner_.start(text_.rest().data() + text_.rest().size(), text_.complete());
  if (!dialect_.has_headers) {
    return {};
  }
  auto found = scan_row(into);
  if (!found || !*found) {
    return found.map([](bool) {});
  }
  auto ok = name_columns();
  text_.consume_to(row_end_);
  return ok;
}

/// False where there is no row any more.
expected<bool> csv_reader::add_row(page_builder& into) {
  auto found = scan_row(into);
  if (!found || !*found) {
    return found;
  }
  if (!columns_) {
    for (size_t i = 0; i < cells_.size(); ++i) {
      names_.push_back(column_name(i));
    }
    columns_ = make_shape(names_);
  }
  if (!dialect_.null_values.empty()) {
    std::ranges::replace_if(
      cells_, [this](const value& x) { return is_null(x.as_text()); }, value{});
  }
  if (cells_.size() == columns_->size()) {
    into.add(into.object(columns_, cells_));
  } else if (auto fields = ragged_columns()) {
    into.add(into.object(*fields, cells_));
  } else {
    return fail(std::move(fields));
  }
  text_.consume_to(row_end_);
  return true;
}

/// Scans the row at the start of the text into cells_, without consuming it. False at the end.
expected<bool> csv_reader::scan_row(page_builder& into) {
  if (auto found = skip_blank_lines(); !found || !*found) {
    return found;
  }
  for (;;) {
    const auto* start = text_.rest().data();
    row_end_ = start;
    switch (scanner_.scan(row_end_, cells_, into.memory())) {
      case csv_scanner::outcome::record:
        return true;
      case csv_scanner::outcome::cut_short:
        if (auto ok = more(); !ok) {
          return fail(std::move(ok));
        }
        break;
      case csv_scanner::outcome::open_quote:
        return fail(ec::source_failed, "a quoted field that begins here is never closed",
                    text_.place(scanner_.field_start()));
      case csv_scanner::outcome::too_many_fields:
        return fail(ec::source_failed,
                    "a row of more than " + count_of_fields(csv_scanner::max_fields),
                    text_.place(start));
    }
  }
}

/// False at the end of the file.
expected<bool> csv_reader::skip_blank_lines() {
  for (;;) {
    text_.consume_to(scanner_.skip_blank_lines(text_.rest().data()));
    if (!text_.rest().empty() || text_.complete()) {
      return !text_.rest().empty();
    }
    if (auto ok = more(); !ok) {
      return fail(std::move(ok));
    }
  }
}

expected<void> csv_reader::more() {
  return text_.more().map([this] {
    auto rest = text_.rest();
    scanner_.start(rest.data() + rest.size(), text_.complete());
  });
}

/// Takes the names of the row scanned last.
expected<void> csv_reader::name_columns() {
  for (const auto& cell : cells_) {
    names_.emplace_back(cell.as_text());
  }
  std::unordered_map<std::string_view, size_t> places;
  for (size_t i = 0; i < names_.size(); ++i) {
    auto [first, is_new] = places.try_emplace(names_[i], i);
    if (!is_new) {
      return fail(ec::source_failed,
                  "columns " + std::to_string(first->second + 1) + " and " + std::to_string(i + 1)
                    + " have the same name \"" + names_[i] + "\"",
                  text_.place(text_.rest().data()));
    }
  }
  columns_ = make_shape(names_);
  return {};
}

/// The columns of a row that has more or fewer than it should.
expected<shape_ptr> csv_reader::ragged_columns() {
  if (!dialect_.flexible) {
    return fail(ec::source_failed,
                "expected " + count_of_fields(columns_->size()) + ", found "
                  + std::to_string(cells_.size()),
                text_.place(text_.rest().data()));
  }
  while (names_.size() < cells_.size()) {
    auto name = column_name(names_.size());
    while (std::ranges::find(names_, name) != names_.end()) {
      name += '_';
    }
    names_.push_back(std::move(name));
  }
  std::vector<std::string_view> names{names_.begin(),
                                      names_.begin() + static_cast<ptrdiff_t>(cells_.size())};
  return ragged_shapes_.intern(names);
}

bool csv_reader::is_null(std::string_view text) const noexcept {
  return std::ranges::find(dialect_.null_values, text) != dialect_.null_values.end();
}

} // namespace faucet
