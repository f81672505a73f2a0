#pragma once

#include "config/expand_rows.hpp"

#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// Which rows of a pipeline one run is about.
struct row_selection {
  std::vector<std::string> select; ///< ids; they run whatever their status
  std::vector<std::string> only;   ///< the same by pattern: * any text, ? one character
  std::vector<std::string> skip;   ///< ids and patterns, taken out at last
  std::vector<std::string>
    tags;                   ///< of the rows that run by themselves only those with one of these
  std::vector<tier> status; ///< tiers that run by themselves besides mandatory and active
  std::optional<parent_policy> include_parents; ///< instead of what the file says
};

/// What runs, row by row.
struct selected_rows {
  std::vector<bool> runs;            ///< as many as there are rows
  std::vector<std::string> warnings; ///< what was pulled in although it would not run by itself
};

/// Chooses rows. Without a word of the selection those run whose status is mandatory or active. A
/// pattern under `skip` leaves mandatory rows in; their id takes them out. Refused, with the rows
/// there are: ids, patterns and tags that match nothing, a selection of nothing, and a row without
/// the rows it waits for, unless the policy pulls these in.
expected<selected_rows> select_rows(const std::vector<row_spec>& rows,
                                    const row_selection& selection, parent_policy of_file);

/// The selection as one text, the same for all ways to say it: "select=a,b;status=draft", or
/// "default".
std::string canonical_text(const row_selection& selection);

} // namespace faucet
