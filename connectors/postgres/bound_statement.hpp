#pragma once

#include "config/sql_query.hpp"
#include "database/postgres/connection.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// A statement and the values of its parameters.
struct bound_statement {
  std::string sql;
  std::vector<std::optional<std::string>> values; ///< of $1, $2 and so on; none is NULL

  /// Points into this.
  [[nodiscard]] std::vector<pg_parameter> parameters() const;
};

/// Checks the parameters that a described statement has against the values that it gets: their
/// number, and that integers fit. `given` of them are the user's `params`, the first ones.
expected<void> check_parameters(const pg_result& described, const bound_statement& statement,
                                size_t given);

/// Why a number does not fit the integer type of that object id, if so.
std::optional<std::string> integer_misfit(const std::string& number, uint32_t type);

/// The value of a reference in the query.
std::optional<std::string> token_value(const sql_query& query, std::string_view token);

/// A scalar as the text of a parameter, whose type the server knows; none for null.
std::optional<std::string> parameter_text(const node& scalar);

} // namespace faucet
