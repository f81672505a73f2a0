#pragma once

#include "state/stored_keys.hpp"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace faucet {

/// All that a store holds for a pipeline, to be kept or to be put into another store:
/// {"version":1,"pipeline":…,"exported_at":…,"keys":{…}}. Without leases.
struct state_export {
  std::string pipeline;
  std::string exported_at;
  std::vector<state_store::entry> keys; ///< sorted by key
};

/// Refused where a value cannot be read: an export is whole or it is none.
expected<state_export> export_keys(std::string_view pipeline, std::span<const stored_key> keys,
                                   std::string exported_at);

std::string to_json(const state_export& x);

/// Reads an export of that pipeline. Refused: a version that is newer than this release's, another
/// pipeline, and keys that do not belong to it. Leases are no part of the result; each is told of
/// in `warnings`.
expected<state_export> read_export(std::string_view json, std::string_view pipeline,
                                   std::vector<std::string>& warnings);

} // namespace faucet
