#pragma once

#include "model/error.hpp"

#include <string>

namespace faucet {

enum class log_format { text, json };

/// Sends the program's log to stderr. `level` is one of trace, debug, info, warn, error, off.
expected<void> start_logging(const std::string& level, log_format format);

/// Says on stderr what no log level hides: how a run ended. Where the log is JSON, it is a line of
/// the log.
void tell(const std::string& text);

/// The same for a failure: "error: …".
void tell_error(const std::string& text);

} // namespace faucet
