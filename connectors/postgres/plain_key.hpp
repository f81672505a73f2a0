#pragma once

#include "connectors/postgres/column.hpp"
#include "model/value.hpp"

namespace faucet {

/// True where the server takes no other text of this form for the same value of the column: two
/// plain cells with different texts are different keys. So 1 in an integer column, but not "01",
/// and nothing in a column whose type equates what its texts tell apart.
bool is_plain_key(const pg_column& column, const value& cell);

} // namespace faucet
