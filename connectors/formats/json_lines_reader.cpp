#include "connectors/formats/json_lines_reader.hpp"

#include "connectors/formats/json_space.hpp"

namespace faucet {

json_lines_reader::json_lines_reader(text_reader text) : text_(std::move(text)) {
  // nop
}

expected<bool> json_lines_reader::fill(page_builder& into, size_t max_rows) {
  if (!started_) {
    if (auto ok = text_.skip_byte_order_mark(); !ok) {
      return fail(std::move(ok));
    }
    started_ = true;
  }
  text_.start_page(into);
  auto found = skip_blanks();
  while (found && *found && !text_.page_full(max_rows)) {
    if (auto ok = add_line(into); !ok) {
      return fail(std::move(ok));
    }
    found = skip_blanks();
  }
  text_.end_page();
  return found;
}

expected<void> json_lines_reader::add_line(page_builder& into) {
  auto line = next_line();
  if (!line) {
    return fail(std::move(line));
  }
  auto row = parser_.parse_in_place(*line, into);
  if (!row) {
    auto& failure = row.error();
    failure.which = text_.name() + ":" + std::to_string(line_);
    if (auto offset = parser_.error_offset()) {
      failure.what += " at column " + std::to_string(indentation_ + *offset + 1);
    }
    return fail(std::move(row));
  }
  into.add(*row);
  text_.consume(line->size());
  return {};
}

/// The rest of the line, without its end.
expected<std::string_view> json_lines_reader::next_line() {
  size_t searched = 0;
  for (;;) {
    auto rest = text_.rest();
    auto end = rest.find('\n', searched);
    if (end != std::string_view::npos || text_.complete()) {
      return rest.substr(0, end);
    }
    searched = rest.size();
    if (auto ok = text_.more(); !ok) {
      return fail(std::move(ok));
    }
  }
}

/// Passes over line ends and white space. False at the end of the file.
expected<bool> json_lines_reader::skip_blanks() {
  for (;;) {
    auto rest = text_.rest();
    size_t count = 0;
    for (; count < rest.size() && is_json_space(rest[count]); ++count) {
      ++indentation_;
      if (rest[count] == '\n') {
        ++line_;
        indentation_ = 0;
      }
    }
    text_.consume(count);
    if (count < rest.size() || text_.complete()) {
      return count < rest.size();
    }
    if (auto ok = text_.more(); !ok) {
      return fail(std::move(ok));
    }
  }
}

} // namespace faucet
