#pragma once

#include "state/stored_keys.hpp"

#include <span>
#include <string>
#include <vector>

namespace faucet {

/// What is stored for one row. Points into the keys it was made from.
struct row_keys {
  const stored_key* bookmark = nullptr;
  std::vector<const stored_key*> sub_bookmarks; ///< of children, tuples and shards
  std::vector<const stored_key*> markers;       ///< of the row and of its children

  /// The marker of the row itself; nullptr where there is none.
  [[nodiscard]] const stored_key* marker(key_kind what, std::string_view sub = {}) const;
};

/// The keys of one store, told apart.
struct keys_by_row {
  std::vector<row_keys> rows; ///< in the order of the ids
  std::vector<const stored_key*> of_pipeline;
  std::vector<const stored_key*> orphans; ///< of rows that are not among the ids
};

keys_by_row sort_by_row(std::span<const stored_key> keys, std::string_view pipeline,
                        std::span<const std::string> row_ids);

} // namespace faucet
