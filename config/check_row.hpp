#pragma once

#include "config/expand_rows.hpp"

namespace faucet {

/// Refuses what cannot be meant in a row, each with file and line: references to rows where none
/// may stand or to another row than the parent, dead letters that replace those of earlier runs,
/// tags of other characters than a selection has, a parent key that is no path. `ids` are those of
/// all rows.
expected<void> check_row(const row_spec& row, const std::vector<std::string>& ids);

} // namespace faucet
