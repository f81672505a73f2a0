#pragma once

#include "config/node.hpp"
#include "model/error.hpp"

#include <string>

namespace faucet {

/// Refuses a path under which nothing can be written.
expected<void> check_output_path(const std::string& path, const node& config);

} // namespace faucet
