#include "cluster/link/dial.hpp"

#include "cluster/link/socket_address.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

namespace faucet {
namespace {

using clock = std::chrono::steady_clock;

/// Waits for a socket; false where the deadline comes first.
bool wait_for(int socket, short what, clock::time_point deadline) {
  for (;;) {
    auto left = std::chrono::ceil<std::chrono::milliseconds>(deadline - clock::now()).count();
    pollfd one{socket, what, 0};
    auto ready = ::poll(&one, 1, static_cast<int>(std::max<int64_t>(left, 0)));
    if (ready > 0) {
      return true;
    }
    if (ready == 0 && left <= 0) {
      return false;
    }
  }
}

/// A connection, or the number of the system's fault.
tl::expected<file_descriptor, int> connect(const socket_address& address,
                                           clock::time_point deadline) {
  file_descriptor socket(
    ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  if (!socket.is_open()) {
    return tl::unexpected<int>(errno);
  }
  if (::connect(socket.get(), address.get(), address.size) != 0) {
    if (errno != EINPROGRESS) {
      return tl::unexpected<int>(errno);
    }
    if (!wait_for(socket.get(), POLLOUT, deadline)) {
      return tl::unexpected<int>(ETIMEDOUT);
    }
    int fault = 0;
    socklen_t size = sizeof(fault);
    getsockopt(socket.get(), SOL_SOCKET, SO_ERROR, &fault, &size);
    if (fault != 0) {
      return tl::unexpected<int>(fault);
    }
  }
  int on = 1;
  setsockopt(socket.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
  return socket;
}

/// Connects to the first of the addresses that answers. `refused` becomes true where the machine
/// said of each that nothing listens.
expected<file_descriptor> connect_any(const endpoint& place, clock::time_point deadline,
                                      bool& refused) {
  auto addresses = look_up(place, deadline);
  if (!addresses) {
    return fail(std::move(addresses));
  }
  int fault = 0;
  auto all_refuse = true;
  auto rest = static_cast<int>(addresses->size());
  for (const auto& address : *addresses) {
    auto now = clock::now();
    auto connected = connect(address, now + (deadline - now) / rest--);
    if (connected) {
      return std::move(*connected);
    }
    fault = connected.error();
    all_refuse = all_refuse && fault == ECONNREFUSED;
  }
  refused = all_refuse;
  return fail(ec::unavailable,
              fault == ECONNREFUSED ? "nothing listens there"
              : fault == ETIMEDOUT  ? "did not answer in time"
                                    : std::strerror(fault),
              to_string(place));
}

expected<open_link> greet(file_descriptor socket, const endpoint& place,
                          const tls_context_ptr& context, const link_hello& own,
                          clock::time_point deadline) {
  auto handshake = link_handshake::dial(std::move(socket), context, place, own);
  if (!handshake) {
    return fail(std::move(handshake));
  }
  for (;;) {
    auto needs = handshake->go_on();
    if (!needs) {
      return fail(std::move(needs));
    }
    if (*needs == link_handshake::need::nothing) {
      return std::move(*handshake).take();
    }
    auto what = *needs == link_handshake::need::to_read ? POLLIN : POLLOUT;
    if (!wait_for(handshake->socket(), static_cast<short>(what), deadline)) {
      return fail(ec::unavailable, "did not finish " + std::string(handshake->stage()) + " in time",
                  to_string(place));
    }
  }
}

} // namespace

expected<open_link> dial_link(const endpoint& place, const tls_context_ptr& context,
                              const link_hello& own, const link_times& times) {
  auto refused = false;
  auto socket = connect_any(place, clock::now() + times.connect, refused);
  if (!socket) {
    return fail(std::move(socket));
  }
  return greet(std::move(*socket), place, context, own, clock::now() + times.handshake);
}

probe_outcome probe_node(const endpoint& place, const tls_context_ptr& context, link_hello own,
                         const link_times& times) {
  auto refused = false;
  auto socket = connect_any(place, clock::now() + times.connect, refused);
  if (!socket) {
    return refused ? probe_outcome::refused : probe_outcome::unknown;
  }
  own.purpose = link_purpose::probe;
  auto there = greet(std::move(*socket), place, context, own, clock::now() + times.handshake);
  if (!there) {
    return probe_outcome::unknown;
  }
  return there->peer.instance == own.wanted ? probe_outcome::present : probe_outcome::other;
}

} // namespace faucet
