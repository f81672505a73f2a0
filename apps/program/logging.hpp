#pragma once

#include "config/options.hpp"
#include "model/error.hpp"

#include <array>
#include <string>

namespace faucet {

enum class log_format { text, json };

constexpr std::array<enum_name<log_format>, 2> enum_names(log_format) {
  return {{{"text", log_format::text}, {"json", log_format::json}}};
}

/// Sends the program's log to stderr. `level` is one of trace, debug, info, warn, error, off.
expected<void> start_logging(const std::string& level, log_format format);

/// Says on stderr what no log level hides: how a run ended. Where the log is JSON, it is a line of
/// the log.
void tell(const std::string& text);

/// The same for a failure: "error: …".
void tell_error(const std::string& text);

} // namespace faucet
