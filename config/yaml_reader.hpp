#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace faucet {

/// Aliases of one file may stand for this many nodes in all.
inline constexpr size_t max_aliased_nodes = 100'000;

/// YAML text as a tree that knows its lines: the core schema of YAML 1.2 with merge keys. Keys that
/// are numbers, booleans or null are taken as the text they are written with.
expected<node> read_yaml(std::string_view text, std::shared_ptr<const std::string> file);

} // namespace faucet
