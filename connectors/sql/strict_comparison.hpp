#pragma once

#include "connectors/sql/sql_pieces.hpp"

#include <span>

namespace faucet {

/// True where the nearest comparison in the predicate of the piece `at` is a > to its left or a <
/// to its right, also through parentheses, calls and casts around it.
bool is_compared_strictly(std::span<const sql_piece> query, size_t at);

} // namespace faucet
