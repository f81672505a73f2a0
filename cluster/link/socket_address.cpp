#include "cluster/link/socket_address.hpp"

#include <netdb.h>
#include <netinet/in.h>

#include <condition_variable>
#include <cstring>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>

namespace faucet {
namespace {

using addresses = std::vector<socket_address>;

expected<addresses> resolve(const endpoint& place, int flags) {
  addrinfo wish{};
  wish.ai_flags = flags | AI_NUMERICSERV;
  wish.ai_socktype = SOCK_STREAM;
  addrinfo* found = nullptr;
  auto port = std::to_string(place.port);
  if (auto fault = getaddrinfo(place.host.c_str(), port.c_str(), &wish, &found); fault != 0) {
    return fail(ec::unavailable, std::string("the host is not known: ") + gai_strerror(fault),
                to_string(place));
  }
  addresses result;
  for (auto* x = found; x; x = x->ai_next) {
    socket_address address;
    std::memcpy(&address.bytes, x->ai_addr, x->ai_addrlen);
    address.size = x->ai_addrlen;
    result.push_back(address);
  }
  freeaddrinfo(found);
  return result;
}

/// What a thread that may outlive its asker leaves behind.
struct pending_answer {
  std::mutex mutex;
  std::condition_variable given;
  std::optional<expected<addresses>> answer;
};

} // namespace

expected<addresses> look_up(const endpoint& place, std::chrono::steady_clock::time_point deadline) {
  if (auto literal = resolve(place, AI_NUMERICHOST)) {
    return literal;
  }
  auto pending = std::make_shared<pending_answer>();
  try {
    std::thread([pending, place] {
      auto answer = resolve(place, 0);
      std::lock_guard guard(pending->mutex);
      pending->answer = std::move(answer);
      pending->given.notify_one();
    }).detach();
  } catch (const std::system_error& err) {
    return fail(ec::unavailable, std::string("no thread to look up the host: ") + err.what(),
                to_string(place));
  }
  std::unique_lock lock(pending->mutex);
  if (!pending->given.wait_until(lock, deadline, [&] { return pending->answer.has_value(); })) {
    return fail(ec::unavailable, "the host was not found in time", to_string(place));
  }
  return *pending->answer;
}

std::string peer_of(int socket) {
  socket_address peer;
  peer.size = sizeof(peer.bytes);
  std::string host(NI_MAXHOST, '\0');
  std::string port(NI_MAXSERV, '\0');
  auto* name = reinterpret_cast<sockaddr*>(&peer.bytes);
  if (getpeername(socket, name, &peer.size) != 0
      || getnameinfo(name, peer.size, host.data(), NI_MAXHOST, port.data(), NI_MAXSERV,
                     NI_NUMERICHOST | NI_NUMERICSERV)
           != 0) {
    return {};
  }
  host.resize(std::strlen(host.c_str()));
  auto is_ipv6 = host.find(':') != std::string::npos;
  return (is_ipv6 ? "[" + host + "]" : host) + ":" + port.c_str();
}

uint16_t bound_port(int socket) {
  sockaddr_storage own{};
  socklen_t size = sizeof(own);
  if (getsockname(socket, reinterpret_cast<sockaddr*>(&own), &size) != 0) {
    return 0;
  }
  return ntohs(own.ss_family == AF_INET6 ? reinterpret_cast<sockaddr_in6*>(&own)->sin6_port
                                         : reinterpret_cast<sockaddr_in*>(&own)->sin_port);
}

} // namespace faucet
