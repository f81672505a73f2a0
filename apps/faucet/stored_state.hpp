#pragma once

#include "apps/faucet/pipeline_state.hpp"
#include "apps/faucet/row_facts.hpp"

#include <memory>
#include <string>
#include <vector>

namespace faucet {

/// One row with what is stored for it.
struct stored_row {
  const row_home* home;
  row_keys keys;
  row_facts facts;
};

/// What is stored for a pipeline. Points into the contents of the stores.
struct stored_state {
  std::string pipeline;
  std::vector<stored_row> rows;
  std::vector<const stored_key*> of_pipeline;
  std::vector<const stored_key*> orphans;
  std::vector<std::unique_ptr<store_content>> contents;
  size_t unreadable = 0; ///< keys whose values no store can read
};

/// Everything, or what there is for one row where that is asked for.
expected<stored_state> look_into(const pipeline_state& state, const std::string& row);

} // namespace faucet
