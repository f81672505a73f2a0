#pragma once

#include "model/error.hpp"

#include <string>

namespace faucet {

enum class log_format { text, json };

/// Sends the program's log to stderr. `level` is one of trace, debug, info, warn, error, off.
expected<void> start_logging(const std::string& level, log_format format);

} // namespace faucet
