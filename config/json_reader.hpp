#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace faucet {

/// Strict JSON text as a tree that knows its lines. Numbers keep every digit.
expected<node> read_json(std::string_view text, std::shared_ptr<const std::string> file);

} // namespace faucet
