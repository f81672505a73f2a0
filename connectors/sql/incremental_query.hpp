#pragma once

#include "connectors/sql/query_text.hpp"

namespace faucet {

/// A query as a server takes it.
struct numbered_query {
  std::string sql;
  std::vector<std::string> parameters; ///< the tokens to bind, in the order of their numbers
};

/// The text that stands for the parameter of that number: "?2", "CAST($2 AS timestamptz)".
using numbered_placeholder = std::function<std::string(std::string_view token, size_t number)>;

/// The query, its tokens numbered from `first` on; one used twice has one number. Parameters that
/// the query was written with ($1 and so on) keep the numbers below.
numbered_query number_query(const query_text& query, size_t first,
                            const numbered_placeholder& write);

/// The same within
///
///   SELECT * FROM (<query>) AS q WHERE q."column" >= <bookmark> ORDER BY q."column"
numbered_query number_incremental_query(const query_text& query, std::string_view column,
                                        std::string_view cursor_token, size_t first,
                                        const numbered_placeholder& write);

} // namespace faucet
