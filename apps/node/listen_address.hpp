#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <string>

namespace faucet {

/// Where a node waits for requests.
struct listen_address {
  std::string host; ///< a numeric address, without brackets
  uint16_t port = 0;

  /// Whether only this machine reaches it.
  [[nodiscard]] bool is_loopback() const;

  /// "127.0.0.1:8080", "[::1]:8080".
  [[nodiscard]] std::string text() const;
};

/// Reads HOST:PORT. HOST is a numeric address, IPv6 in brackets, or `localhost`; port 0 takes any
/// that is free.
expected<listen_address> parse_listen_address(const std::string& text);

} // namespace faucet
