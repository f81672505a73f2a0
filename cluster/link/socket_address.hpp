#pragma once

#include "cluster/link/endpoint.hpp"
#include "model/error.hpp"

#include <sys/socket.h>

#include <chrono>
#include <string>
#include <vector>

namespace faucet {

/// The place of a socket, as the system calls want it.
struct socket_address {
  sockaddr_storage bytes{};
  socklen_t size = 0;

  [[nodiscard]] const sockaddr* get() const noexcept {
    return reinterpret_cast<const sockaddr*>(&bytes);
  }
};

/// Where an endpoint is: one address or several. Name servers may take long, so this gives up at
/// the deadline whatever they do.
expected<std::vector<socket_address>> look_up(const endpoint& place,
                                              std::chrono::steady_clock::time_point deadline);

/// The peer of a connected socket, as "address:port"; empty where it is gone.
std::string peer_of(int socket);

/// The port that a socket was bound to.
uint16_t bound_port(int socket);

} // namespace faucet
