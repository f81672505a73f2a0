#include "connectors/sqlite/cell_binder.hpp"

#include "connectors/sql/column_inference.hpp"
#include "model/json_number.hpp"
#include "model/number_format.hpp"

#include <sqlite3.h>

#include <charconv>

namespace faucet {

namespace {

tl::unexpected<error> lossy(const sqlite_column& column, std::string_view number) {
  constexpr size_t shown = 60;
  auto type = column.type.empty() ? std::string{} : " (" + column.type + ")";
  return fail(ec::sink_failed,
              "column \"" + column.name + "\"" + type + " cannot hold every digit of "
                + std::string{number.substr(0, shown)} + (number.size() > shown ? "…" : ""));
}

/// Text that lives as long as the page.
void bind_text(const sqlite_statement& to, int index, std::string_view text) {
  sqlite3_bind_text64(to.raw(), index, text.data() == nullptr ? "" : text.data(), text.size(),
                      SQLITE_STATIC, SQLITE_UTF8);
}

template <class Number>
void bind_written(const sqlite_statement& to, int index, Number x) {
  char buffer[longest_number];
  auto size = static_cast<size_t>(write_number(buffer, x) - buffer);
  sqlite3_bind_text64(to.raw(), index, buffer, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

double as_double(std::string_view decimal) {
  double result = 0;
  std::from_chars(decimal.data(), decimal.data() + decimal.size(), result);
  return result;
}

bool is_numeric(sqlite_affinity x) {
  return x == sqlite_affinity::integer || x == sqlite_affinity::real
         || x == sqlite_affinity::numeric;
}

/// Whether SQLite may turn this text into a number with other digits. It makes numbers of texts in
/// columns of numbers, and up to 15 digits survive that in any case.
bool may_lose_digits(std::string_view text) {
  constexpr size_t safe = 15;
  auto first = text.empty() ? 'x' : text.front();
  auto like_number = (first >= '0' && first <= '9') || first == '-';
  return like_number && (text.size() > safe || text.find_first_of("eE") != std::string_view::npos);
}

expected<void> check_digits(std::string_view text, const sqlite_column& column) {
  auto number = may_lose_digits(text) ? parse_json_number(text) : std::nullopt;
  if (!number) {
    return {};
  }
  auto whole = number->kind() == kind::int64 && column.affinity != sqlite_affinity::real;
  return whole || fits_double(*number) ? expected<void>{} : lossy(column, text);
}

} // namespace

expected<void> cell_binder::bind(const sqlite_statement& to, int index, const value& x,
                                 const sqlite_column& column) {
  auto* raw = to.raw();
  auto affinity = column.affinity;
  auto as_text = affinity == sqlite_affinity::text;
  switch (x.kind()) {
    case kind::null:
      sqlite3_bind_null(raw, index);
      return {};
    case kind::boolean:
      if (as_text) {
        bind_text(to, index, x.as_bool() ? "true" : "false");
      } else {
        sqlite3_bind_int(raw, index, x.as_bool() ? 1 : 0);
      }
      return {};
    case kind::int64:
      if (affinity == sqlite_affinity::real && !fits_double(x)) {
        return lossy(column, std::to_string(x.as_int()));
      }
      sqlite3_bind_int64(raw, index, x.as_int());
      return {};
    case kind::uint64:
      if (is_numeric(affinity) && !fits_double(x)) {
        return lossy(column, std::to_string(x.as_uint()));
      }
      bind_written(to, index, x.as_uint());
      return {};
    case kind::float64:
      if (as_text) { // SQLite itself would write 15 digits
        bind_written(to, index, x.as_double());
      } else {
        sqlite3_bind_double(raw, index, x.as_double());
      }
      return {};
    case kind::decimal:
      if (!as_text && fits_double(x)) {
        sqlite3_bind_double(raw, index, as_double(x.as_text()));
        return {};
      }
      if (is_numeric(affinity)) {
        return lossy(column, x.as_text());
      }
      bind_text(to, index, x.as_text());
      return {};
    case kind::string:
      if (is_numeric(affinity)) {
        if (auto ok = check_digits(x.as_text(), column); !ok) {
          return ok;
        }
      }
      bind_text(to, index, x.as_text());
      return {};
    case kind::bytes:
      sqlite3_bind_blob64(raw, index, x.as_text().data() == nullptr ? "" : x.as_text().data(),
                          x.as_text().size(), SQLITE_STATIC);
      return {};
    case kind::list:
    case kind::object:
      bind_json(to, index, x);
      return {};
  }
  return {};
}

void cell_binder::bind_json(const sqlite_statement& to, int index, const value& x) {
  json_.clear();
  writer_.append(json_, x);
  sqlite3_bind_text64(to.raw(), index, json_.view().data(), json_.size(), SQLITE_TRANSIENT,
                      SQLITE_UTF8);
}

} // namespace faucet
