#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace faucet {

/// Where a request to somebody else's server goes.
struct http_url {
  bool is_secure = false; ///< https
  std::string host;       ///< in lower case; an address without brackets, a name without last dots
  uint16_t port = 80;
  std::string target = "/"; ///< path and query, as they were written

  /// The host as a Host header bears it: with brackets where it needs them, and with a port that is
  /// not the scheme's own.
  [[nodiscard]] std::string authority() const;

  /// The host and the port, as messages name them.
  [[nodiscard]] std::string place() const;
};

/// Reads an address that begins with http:// or https://. Refuses a user and a password in it,
/// blanks, control characters, and what is no ASCII. The failure's `what` does not repeat the
/// address.
expected<http_url> parse_http_url(std::string_view text);

} // namespace faucet
