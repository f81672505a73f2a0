#pragma once

#include "model/error.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// redis://[user[:password]@]host[:port][/database], or rediss:// for TLS. What is between the
/// signs may be percent-encoded.
struct redis_address {
  std::string host;
  int port = 6379;
  std::string user;
  std::string password;
  int database = 0;
  bool tls = false;

  /// "redis://host:port/database", without user and password, as it may be shown.
  [[nodiscard]] std::string shown() const;
};

/// An error says what is wrong with the address and shows no password.
expected<redis_address> parse_redis_address(std::string_view url);

} // namespace faucet
