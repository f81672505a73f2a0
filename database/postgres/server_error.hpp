#pragma once

#include "model/error.hpp"

#include <string>
#include <string_view>

struct pg_conn;   // libpq's
struct pg_result; // libpq's

namespace faucet {

/// A failure of a server, with its five-character SQLSTATE; that is empty where the connection
/// broke or was never made.
struct pg_failure {
  std::string sqlstate;
  std::string what;  ///< One line: message, detail and hint.
  std::string place; ///< Where it happened, as the server says: `COPY people, line 3, column age`.
};

/// What the server said of a statement that failed.
pg_failure statement_failure(const ::pg_result* failed, const ::pg_conn* connection);

/// Why a connection was not made, or broke. Expects that the connection reports verbosely.
pg_failure connection_failure(const ::pg_conn* connection);

/// The code that says what a caller can do: `unavailable` where trying again may help (no
/// connection, a server that stops or starts, too many connections, a deadlock), else `otherwise`.
ec code_of(const pg_failure& failure, ec otherwise) noexcept;

} // namespace faucet
