// The part of pg_connection that takes the rows of a statement one by one.

#include "database/postgres/connection.hpp"
#include "database/postgres/server_error.hpp"

#include <libpq-fe.h>

namespace faucet {

expected<void> pg_connection::start_rows(const std::string& sql,
                                         std::span<const pg_parameter> parameters,
                                         pg_format format) {
  if (auto ok = send(sql, parameters, format); !ok) {
    return ok;
  }
  PQsetSingleRowMode(raw_.get());
  return flush();
}

expected<std::optional<pg_result>> pg_connection::next_row() {
  if (auto ok = check_open(); !ok) {
    return fail(std::move(ok));
  }
  for (;;) {
    if (auto ok = await_answer(); !ok) {
      return fail(std::move(ok));
    }
    auto* raw = PQgetResult(raw_.get());
    if (raw == nullptr) {
      sqlstate_.clear();
      return std::nullopt;
    }
    pg_result row{raw};
    switch (row.state()) {
      case PGRES_SINGLE_TUPLE:
        return row;
      case PGRES_TUPLES_OK: // behind the last row
      case PGRES_COMMAND_OK:
        break;
      default:
        return fail_statement(statement_failure(raw, raw_.get()));
    }
  }
}

} // namespace faucet
