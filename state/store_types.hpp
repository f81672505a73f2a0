#pragma once

#include "config/options.hpp"
#include "state/store.hpp"

#include <functional>
#include <memory>
#include <string_view>
#include <vector>

namespace faucet {

/// One `type:` of a `state:` block.
struct store_descriptor {
  std::string_view type;
  std::string_view summary;
  bool durable; ///< outlives the process
  type_schema (*options)();
  /// Checks the options and makes a store, without any I/O.
  std::function<expected<std::unique_ptr<state_store>>(const node& config)> make;
};

/// The stores that come with faucet.
const std::vector<store_descriptor>& built_in_stores();

/// The store of that type. An unknown type is an error that names the known ones.
expected<const store_descriptor*> find_store(const node& type);

} // namespace faucet
