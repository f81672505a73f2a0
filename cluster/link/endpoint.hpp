#pragma once

#include "model/error.hpp"

#include <cstdint>
#include <string>
#include <string_view>

namespace faucet {

/// A place that a node listens at, or is reached at.
struct endpoint {
  std::string host; ///< a name or an address, without brackets
  uint16_t port = 0;

  friend bool operator==(const endpoint&, const endpoint&) = default;
};

/// Reads "host:port" or "[address]:port". Port 0 is one that is yet to be chosen. `which` names
/// whose text it is, in the error.
expected<endpoint> parse_endpoint(std::string_view text, std::string_view which);

/// As `parse_endpoint` reads it.
std::string to_string(const endpoint& x);

/// True where the host can only mean this machine.
bool is_loopback(const endpoint& x);

/// True where the host means every address of this machine, so that no peer can dial it.
bool is_wildcard(const endpoint& x);

} // namespace faucet
