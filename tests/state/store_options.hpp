#pragma once

#include "config/json_reader.hpp"
#include "state/store_types.hpp"

namespace faucet::test {

/// A store of a type from its options as JSON.
inline expected<std::unique_ptr<state_store>> make_store(const std::string& type,
                                                         std::string_view config) {
  auto options = read_json(config, std::make_shared<const std::string>("pipeline.json"));
  return find_store(node{type}).value()->make(options.value());
}

} // namespace faucet::test
