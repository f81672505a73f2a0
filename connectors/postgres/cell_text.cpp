#include "connectors/postgres/cell_text.hpp"

#include "connectors/postgres/bytea_text.hpp"
#include "model/base64.hpp"
#include "model/decimal.hpp"
#include "model/number_format.hpp"

#include <algorithm>

namespace faucet {

namespace {

/// 1.0 and 1e3 as the digits that an integer column reads. Whatever is no whole number stays as it
/// is, for the server to refuse.
void append_whole(byte_buffer& out, std::string_view number) {
  constexpr decimal::wide most_digits = 19;
  auto parts = decimal::of_number(number);
  auto count = static_cast<decimal::wide>(
    std::ranges::count_if(parts.digits(), [](char x) { return x != '.'; }));
  if (parts.magnitude() > most_digits || (!parts.is_zero() && count > parts.magnitude())) {
    out.append(number);
    return;
  }
  if (parts.is_zero()) {
    out.append('0');
    return;
  }
  if (parts.is_negative()) {
    out.append('-');
  }
  for (auto digit : parts.digits()) {
    if (digit != '.') {
      out.append(digit);
    }
  }
  for (; count < parts.magnitude(); ++count) {
    out.append('0');
  }
}

void append_double(byte_buffer& out, pg_column_kind kind, double x) {
  auto* to = out.room(longest_number);
  auto* end = write_number(to, x);
  if (kind == pg_column_kind::integer) {
    append_whole(out, std::string{to, end});
  } else {
    out.commit(end);
  }
}

/// An item of an array literal: in quotes, so that no text is taken for NULL.
void append_quoted(byte_buffer& out, std::string_view text) {
  auto* to = out.room(text.size() * 2 + 2);
  *to++ = '"';
  for (auto byte : text) {
    if (byte == '"' || byte == '\\') {
      *to++ = '\\';
    }
    *to++ = byte;
  }
  *to++ = '"';
  out.commit(to);
}

} // namespace

expected<void> pg_cell_text::append(byte_buffer& out, const pg_column& column, const value& cell) {
  if (column.kind == pg_column_kind::array && cell.is_list()) {
    return append_items(out, column.item_kind, cell.as_list());
  }
  return append(out, column.kind, cell);
}

expected<void> pg_cell_text::append(byte_buffer& out, pg_column_kind kind, const value& cell) {
  if (kind == pg_column_kind::json) {
    json_.append(out, cell);
    return {};
  }
  switch (cell.kind()) {
    case kind::string:
      return append_string(out, kind, cell.as_text());
    case kind::bytes:
      if (kind == pg_column_kind::bytes) {
        append_bytea(out, cell.as_text());
      } else {
        auto* to = out.room(base64_size(cell.as_text().size()));
        out.commit(write_base64(to, cell.as_text()));
      }
      return {};
    case kind::uint64:
      if (kind == pg_column_kind::integer) {
        return fail(ec::sink_failed,
                    std::to_string(cell.as_uint()) + " is beyond the range of a bigint");
      }
      break;
    case kind::float64:
      append_double(out, kind, cell.as_double());
      return {};
    case kind::decimal:
      if (kind == pg_column_kind::integer) {
        append_whole(out, cell.as_text());
        return {};
      }
      break;
    default:
      break;
  }
  json_.append(out, cell); // true, digits, and lists and objects as JSON
  return {};
}

expected<void> pg_cell_text::append_string(byte_buffer& out, pg_column_kind kind,
                                           std::string_view text) {
  if (kind != pg_column_kind::bytes) {
    out.append(text);
    return {};
  }
  if (encoding_ == binary_encoding::text) {
    append_bytea(out, text);
    return {};
  }
  auto start = out.size();
  auto strict = encoding_ == binary_encoding::automatic;
  if (append_bytea_of_base64(out, text, strict)) {
    return {};
  }
  out.truncate(start);
  if (strict) {
    append_bytea(out, text);
    return {};
  }
  return fail(ec::sink_failed, "the text is no base64 (see binary_encoding)");
}

expected<void> pg_cell_text::append_items(byte_buffer& out, pg_column_kind kind,
                                          std::span<const value> items) {
  char separator = '{';
  byte_buffer text;
  for (const auto& item : items) {
    out.append(separator);
    separator = ',';
    if (item.is_null()) {
      out.append("NULL");
      continue;
    }
    if (item.is_list() && kind != pg_column_kind::json) {
      if (auto ok = append_items(out, kind, item.as_list()); !ok) {
        return ok;
      }
      continue;
    }
    text.clear();
    if (auto ok = append(text, kind, item); !ok) {
      return ok;
    }
    append_quoted(out, text.view());
  }
  out.append(separator == '{' ? std::string_view{"{}"} : std::string_view{"}"});
  return {};
}

} // namespace faucet
