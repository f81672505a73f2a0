#include "database/postgres/result.hpp"

#include <libpq-fe.h>

#include <charconv>

namespace faucet {

size_t pg_result::rows() const noexcept {
  return static_cast<size_t>(PQntuples(raw_.get()));
}

size_t pg_result::columns() const noexcept {
  return static_cast<size_t>(PQnfields(raw_.get()));
}

std::string_view pg_result::name(size_t column) const noexcept {
  return PQfname(raw_.get(), static_cast<int>(column));
}

uint32_t pg_result::type(size_t column) const noexcept {
  return PQftype(raw_.get(), static_cast<int>(column));
}

int pg_result::modifier(size_t column) const noexcept {
  return PQfmod(raw_.get(), static_cast<int>(column));
}

bool pg_result::is_null(size_t row, size_t column) const noexcept {
  return PQgetisnull(raw_.get(), static_cast<int>(row), static_cast<int>(column)) != 0;
}

std::string_view pg_result::text(size_t row, size_t column) const noexcept {
  auto x = static_cast<int>(row);
  auto y = static_cast<int>(column);
  return {PQgetvalue(raw_.get(), x, y), static_cast<size_t>(PQgetlength(raw_.get(), x, y))};
}

uint64_t pg_result::affected() const noexcept {
  std::string_view digits = PQcmdTuples(raw_.get());
  uint64_t result = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), result);
  return result;
}

int pg_result::state() const noexcept {
  return PQresultStatus(raw_.get());
}

size_t pg_result::parameters() const noexcept {
  return static_cast<size_t>(PQnparams(raw_.get()));
}

uint32_t pg_result::parameter_type(size_t index) const noexcept {
  return PQparamtype(raw_.get(), static_cast<int>(index));
}

void pg_result::release::operator()(::pg_result* raw) const noexcept {
  PQclear(raw);
}

} // namespace faucet
