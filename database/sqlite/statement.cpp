#include "database/sqlite/statement.hpp"

#include "database/sqlite/session.hpp"

#include <sqlite3.h>

namespace faucet {

void sqlite_statement::finalize::operator()(::sqlite3_stmt* raw) const noexcept {
  sqlite3_finalize(raw);
}

void sqlite_statement::bind(int index, int64_t x) noexcept {
  sqlite3_bind_int64(raw(), index, x);
}

void sqlite_statement::bind(int index, std::string_view text) noexcept {
  const auto* data = text.data() == nullptr ? "" : text.data(); // no pointer would mean NULL
  sqlite3_bind_text64(raw(), index, data, text.size(), SQLITE_TRANSIENT, SQLITE_UTF8);
}

int sqlite_statement::parameter(const char* name) const noexcept {
  return sqlite3_bind_parameter_index(raw(), name);
}

void sqlite_statement::clear_parameters() noexcept {
  sqlite3_clear_bindings(raw());
}

expected<bool> sqlite_statement::step() {
  auto code = sqlite3_step(raw());
  if (code == SQLITE_ROW || code == SQLITE_DONE) {
    return code == SQLITE_ROW;
  }
  return owner_->failure();
}

expected<void> sqlite_statement::run() {
  for (;;) {
    auto more = step();
    if (!more || !*more) {
      reset();
      return more ? expected<void>{} : fail(std::move(more));
    }
  }
}

void sqlite_statement::reset() noexcept {
  sqlite3_reset(raw());
}

int sqlite_statement::columns() const noexcept {
  return sqlite3_column_count(raw());
}

bool sqlite_statement::is_null(int column) const noexcept {
  return sqlite3_column_type(raw(), column) == SQLITE_NULL;
}

int64_t sqlite_statement::integer(int column) const noexcept {
  return sqlite3_column_int64(raw(), column);
}

std::string_view sqlite_statement::text(int column) const noexcept {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(raw(), column));
  auto size = static_cast<size_t>(sqlite3_column_bytes(raw(), column));
  return text == nullptr ? std::string_view{} : std::string_view{text, size};
}

} // namespace faucet
