#pragma once

#include "config/matrix_row.hpp"
#include "model/error.hpp"

#include <string>
#include <vector>

namespace faucet {

/// The ids of the rows, in their order: their own, or "row-<index>". Refused with file and line:
/// ids of other characters than letters, digits, _ and -, words of the grammar, and one id twice.
expected<std::vector<std::string>> row_ids(const std::vector<matrix_row>& rows);

/// Refuses parents and dependencies that are no rows, and circles of both, with file and line.
expected<void> check_row_graph(const std::vector<matrix_row>& rows,
                               const std::vector<std::string>& ids);

} // namespace faucet
