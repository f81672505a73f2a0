#pragma once

#include "apps/faucet/pipeline_flags.hpp"
#include "config/secret_mask.hpp"
#include "state/keys_by_row.hpp"
#include "state/row_homes.hpp"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace faucet {

/// The rows of a pipeline file and the stores they keep their state in.
struct pipeline_state {
  std::string pipeline;
  std::vector<row_home> homes;
  secret_mask secrets;          ///< kept out of messages
  std::optional<error> refusal; ///< why `run` would not start
};

/// Refuses what `run` would refuse before it starts.
expected<pipeline_state> open_pipeline_state(const pipeline_flags& flags);

/// The same for a doctor, who tells the options of each connector that are wrong.
expected<pipeline_state> open_pipeline_to_probe(const pipeline_flags& flags);

/// The rows with that id, or all of them where none is asked for. An id that no row has is refused
/// with those that are there.
expected<std::vector<const row_home*>> chosen_homes(const pipeline_state& from,
                                                    const std::string& id);

/// The only row with that id, with a store that outlives the program: one whose state can be
/// changed.
expected<const row_home*> changeable_row(const pipeline_state& from, const std::string& id);

/// One store and what it holds for the rows that use it.
struct store_content {
  std::vector<const row_home*> homes;
  std::vector<stored_key> keys;
  keys_by_row sorted; ///< points into `keys`; rows as in `homes`
};

expected<std::unique_ptr<store_content>> read_store(const pipeline_state& from, state_store& store);

} // namespace faucet
