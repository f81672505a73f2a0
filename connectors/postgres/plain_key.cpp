#include "connectors/postgres/plain_key.hpp"

#include "connectors/sql/keyed_rows.hpp"
#include "model/digit.hpp"

#include <algorithm>
#include <string_view>

namespace faucet {

namespace {

bool is_plain_integer(std::string_view text) noexcept {
  if (text.starts_with('-')) {
    text.remove_prefix(1);
    return is_plain_integer(text) && text != "0";
  }
  return !text.empty() && std::ranges::all_of(text, is_digit)
         && (text.front() != '0' || text == "0");
}

/// True where each character of the text may stand at its place in the pattern: x for a lower-case
/// hexadecimal digit, 9 for a decimal one, others for themselves.
bool has_form(std::string_view text, std::string_view pattern) noexcept {
  return std::ranges::equal(text, pattern, [](char x, char place) {
    if (place == 'x') {
      return is_digit(x) || (x >= 'a' && x <= 'f');
    }
    return place == '9' ? is_digit(x) : x == place;
  });
}

/// Blanks at the end are cut where a length is declared, or do not count.
bool is_plain_text(const pg_column& column, std::string_view text) noexcept {
  auto& type = column.type;
  return !column.folded && !text.ends_with(' ')
         && (type == "text" || type == "character varying" || type == "character");
}

} // namespace

bool is_plain_key(const pg_column& column, const value& cell) {
  char buffer[longest_number];
  auto text = marker_text(cell, buffer);
  if (!text) {
    return false;
  }
  if (column.kind == pg_column_kind::integer || column.type == "numeric") {
    auto to_tens = column.rounded_type.find('-') != std::string::npos; // numeric(5,-2)
    return !to_tens && is_plain_integer(*text);
  }
  if (column.kind == pg_column_kind::text) {
    return is_plain_text(column, *text);
  }
  if (column.type == "uuid") {
    return has_form(*text, "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx");
  }
  if (column.type == "date") {
    return has_form(*text, "9999-99-99");
  }
  return column.type == "boolean" && (*text == "true" || *text == "false");
}

} // namespace faucet
