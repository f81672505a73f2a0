#include "connectors/sqlite/cell_binder.hpp"

#include "connectors/sql/column_inference.hpp"
#include "model/number_format.hpp"
#include "model/number_order.hpp"
#include "model/white_space.hpp"

#include <sqlite3.h>

#include <charconv>
#include <cmath>
#include <optional>

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
int bind_text(const sqlite_statement& to, int index, std::string_view text) {
  return sqlite3_bind_text64(to.raw(), index, text.data() == nullptr ? "" : text.data(),
                             text.size(), SQLITE_STATIC, SQLITE_UTF8);
}

template <class Number>
int bind_written(const sqlite_statement& to, int index, Number x) {
  char buffer[longest_number];
  auto size = static_cast<size_t>(write_number(buffer, x) - buffer);
  return sqlite3_bind_text64(to.raw(), index, buffer, size, SQLITE_TRANSIENT, SQLITE_UTF8);
}

/// What SQLite does not take stays NULL, so it must be said.
expected<void> taken(int code) {
  return code == SQLITE_OK
           ? expected<void>{}
           : fail(ec::sink_failed, "a value cannot be bound: " + std::string{sqlite3_errstr(code)});
}

bool is_numeric(sqlite_affinity x) {
  return x == sqlite_affinity::integer || x == sqlite_affinity::real
         || x == sqlite_affinity::numeric;
}

/// Text without what SQLite skips when it makes a number of it.
std::string_view plain_number(std::string_view text) {
  text = without_white_space(text);
  return text.starts_with('+') ? text.substr(1) : text;
}

template <class Number>
std::optional<Number> whole(std::string_view text) {
  Number result = 0;
  const auto* end = text.data() + text.size();
  auto read = std::from_chars(text.data(), end, result);
  return read.ec == std::errc{} && read.ptr == end ? std::optional{result} : std::nullopt;
}

/// Refuses text that SQLite would turn into a number with other digits. It makes numbers of texts
/// in columns of numbers; 15 digits survive that in any case.
expected<void> check_digits(std::string_view text, const sqlite_column& column) {
  constexpr size_t safe = 15;
  if (text.size() <= safe && text.find_first_of("eE") == std::string_view::npos) {
    return {};
  }
  auto digits = plain_number(text);
  auto number = decimal::parse(digits);
  if (!number || (column.affinity != sqlite_affinity::real && whole<int64_t>(digits))) {
    return {};
  }
  auto held = whole<double>(digits);
  if (!held || !std::isfinite(*held)) {
    return lossy(column, text);
  }
  auto as_value = value::of_double(*held);
  return decimal_of{as_value}.number() == *number ? expected<void>{} : lossy(column, text);
}

} // namespace

expected<void> cell_binder::bind(const sqlite_statement& to, int index, const value& x,
                                 const sqlite_column& column) {
  auto* raw = to.raw();
  auto affinity = column.affinity;
  auto as_text = affinity == sqlite_affinity::text;
  switch (x.kind()) {
    case kind::null:
      return taken(sqlite3_bind_null(raw, index));
    case kind::boolean:
      return taken(as_text ? bind_text(to, index, x.as_bool() ? "true" : "false")
                           : sqlite3_bind_int(raw, index, x.as_bool() ? 1 : 0));
    case kind::int64:
      if (affinity == sqlite_affinity::real && !fits_double(x)) {
        return lossy(column, std::to_string(x.as_int()));
      }
      return taken(sqlite3_bind_int64(raw, index, x.as_int()));
    case kind::uint64:
      if (is_numeric(affinity) && !fits_double(x)) {
        return lossy(column, std::to_string(x.as_uint()));
      }
      return taken(bind_written(to, index, x.as_uint()));
    case kind::float64:
      // As text, for SQLite itself would write 15 digits.
      return taken(as_text ? bind_written(to, index, x.as_double())
                           : sqlite3_bind_double(raw, index, x.as_double()));
    case kind::decimal:
      if (!as_text && fits_double(x)) {
        return taken(sqlite3_bind_double(raw, index, whole<double>(x.as_text()).value_or(0)));
      }
      if (is_numeric(affinity)) {
        return lossy(column, x.as_text());
      }
      return taken(bind_text(to, index, x.as_text()));
    case kind::string:
      if (is_numeric(affinity)) {
        if (auto ok = check_digits(x.as_text(), column); !ok) {
          return ok;
        }
      }
      return taken(bind_text(to, index, x.as_text()));
    case kind::bytes:
      return taken(sqlite3_bind_blob64(raw, index,
                                       x.as_text().data() == nullptr ? "" : x.as_text().data(),
                                       x.as_text().size(), SQLITE_STATIC));
    case kind::list:
    case kind::object:
      return bind_json(to, index, x);
  }
  return {};
}

expected<void> cell_binder::bind_json(const sqlite_statement& to, int index, const value& x) {
  json_.clear();
  writer_.append(json_, x);
  return taken(sqlite3_bind_text64(to.raw(), index, json_.view().data(), json_.size(),
                                   SQLITE_TRANSIENT, SQLITE_UTF8));
}

} // namespace faucet
