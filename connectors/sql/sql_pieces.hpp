#pragma once

#include "connectors/sql/sql_dialect.hpp"
#include "model/error.hpp"

#include <cstddef>
#include <string_view>
#include <vector>

namespace faucet {

/// One word, literal, operator or mark of a query. White space and comments are none.
struct sql_piece {
  enum class form {
    word,    ///< a bare name, keyword or number
    literal, ///< quoted text
    name,    ///< a quoted name
    operation,
    open,  ///< (
    close, ///< )
    comma,
    end, ///< ;
    other,
    token, ///< a reference, with the quotes around it if there are any
  };

  form what;
  size_t begin;
  size_t end;
  std::string_view text; ///< as it stands there; of a token what it is without quotes
};

/// Cuts a query into its pieces. Tokens are `cursor_token` (it ends where a name would:
/// `@bookmark_old` is not `@bookmark`) and references to other rows (`${orders.id}`). They stand
/// for a value: one within a longer literal, within a quoted name or next to a bare one is an
/// error, and so are literals, names and comments without an end. `which` of a failure is empty;
/// the pieces are views into both texts.
expected<std::vector<sql_piece>> cut_sql(std::string_view query, const sql_dialect& dialect,
                                         std::string_view cursor_token);

} // namespace faucet
