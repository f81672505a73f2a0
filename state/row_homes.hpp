#pragma once

#include "config/expand_rows.hpp"
#include "state/store.hpp"

#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// A row of a pipeline and where it keeps what it remembers.
struct row_home {
  row_spec row;
  std::string key;
  std::string source_type;            ///< whose bookmarks they are
  std::string store_type;             ///< empty where the row remembers nothing
  bool durable = false;               ///< the store outlives the process
  std::shared_ptr<state_store> store; ///< one for all rows whose state block says the same
};

/// The rows with their stores, which are made and not yet used.
expected<std::vector<row_home>> find_homes(const std::string& pipeline, std::vector<row_spec> rows);

/// The different stores among them, in the order in which rows name them.
std::vector<std::shared_ptr<state_store>> stores_of(const std::vector<row_home>& homes);

} // namespace faucet
