#include "connectors/sqlite/statement_rows.hpp"

#include "model/utf8.hpp"

#include <sqlite3.h>
#include <strings.h>

#include <algorithm>
#include <cmath>

namespace faucet {

namespace {

bool is_one_of(const char* type, std::initializer_list<const char*> names) {
  return type != nullptr && std::any_of(names.begin(), names.end(), [type](const char* name) {
           return ::strcasecmp(type, name) == 0;
         });
}

} // namespace

expected<statement_rows> statement_rows::of(const sqlite_connection& database,
                                            const sqlite_statement& statement,
                                            invalid_utf8 policy) {
  statement_rows result;
  result.database_ = &database;
  result.statement_ = &statement;
  result.policy_ = policy;
  std::vector<std::string> names;
  for (int i = 0; i < sqlite3_column_count(statement.raw()); ++i) {
    const auto* name = sqlite3_column_name(statement.raw(), i);
    if (name == nullptr) {
      return database.failure();
    }
    if (std::find(names.begin(), names.end(), name) != names.end()) {
      return fail(ec::source_failed,
                  "the query has two columns named \"" + std::string{name}
                    + "\"; name one of them otherwise with AS",
                  database.name());
    }
    names.emplace_back(name);
    const auto* type = sqlite3_column_decltype(statement.raw(), i);
    result.declared_.push_back(is_one_of(type, {"BOOLEAN", "BOOL"}) ? declared::boolean
                               : is_one_of(type, {"JSON", "JSONB"}) ? declared::json
                                                                    : declared::other);
  }
  result.fields_ = make_shape(std::move(names));
  return result;
}

expected<value> statement_rows::text(int column, page_builder& into) {
  auto found = statement_->text(column);
  if (declared_[static_cast<size_t>(column)] == declared::json && !found.empty()
      && (found.front() == '{' || found.front() == '[')) {
    if (auto parsed = parser_.parse(found, into)) {
      return *parsed;
    }
  }
  if (is_utf8(found)) {
    return into.string(found);
  }
  if (policy_ == invalid_utf8::replace) {
    return into.string(with_utf8_replaced(found));
  }
  return fail(ec::source_failed,
              "row " + std::to_string(row_) + ": column \""
                + std::string{fields_->name(static_cast<size_t>(column))}
                + "\" holds text that is not UTF-8",
              database_->name());
}

expected<value> statement_rows::record(page_builder& into) {
  ++row_;
  auto* raw = statement_->raw();
  auto [result, cells] = into.object(fields_);
  for (size_t i = 0; i < cells.size(); ++i) {
    auto column = static_cast<int>(i);
    switch (sqlite3_column_type(raw, column)) {
      case SQLITE_INTEGER: {
        auto x = sqlite3_column_int64(raw, column);
        auto is_bool = declared_[i] == declared::boolean && (x == 0 || x == 1);
        cells[i] = is_bool ? value::of_bool(x == 1) : value::of_int(x);
        break;
      }
      case SQLITE_FLOAT: {
        auto x = sqlite3_column_double(raw, column);
        cells[i] = std::isfinite(x) ? value::of_double(x)
                                    : value::of_string(x > 0 ? "Infinity" : "-Infinity");
        break;
      }
      case SQLITE_TEXT: {
        auto x = text(column, into);
        if (!x) {
          return x;
        }
        cells[i] = *x;
        break;
      }
      case SQLITE_BLOB: {
        const auto* octets = static_cast<const char*>(sqlite3_column_blob(raw, column));
        auto size = static_cast<size_t>(sqlite3_column_bytes(raw, column));
        cells[i] = value::of_bytes(
          into.string(size == 0 ? std::string_view{} : std::string_view{octets, size}).as_text());
        break;
      }
      default:
        break; // null already
    }
  }
  return result;
}

} // namespace faucet
