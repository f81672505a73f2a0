#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <string>
#include <string_view>
#include <system_error>

namespace faucet::test {

/// A connection that says exactly what a test says.
class raw_client {
public:
  /// `from` is the address that it has itself: each has its own ports, which rest after use.
  explicit raw_client(uint16_t port, uint32_t from = INADDR_LOOPBACK)
    : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(from);
    if (::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::system_error{errno, std::system_category(), "cannot have an address"};
    }
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval limit{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0
        && (errno != EINTR || !ends_connected())) {
      throw std::system_error{errno, std::system_category(), "cannot connect"};
    }
  }

  raw_client(raw_client&& other) noexcept : fd_(other.fd_) {
    other.fd_ = -1;
  }

  raw_client(const raw_client&) = delete;
  raw_client& operator=(const raw_client&) = delete;

  ~raw_client() {
    if (fd_ >= 0) {
      ::close(fd_);
    }
  }

  /// False where the other side has closed.
  bool send(std::string_view text) {
    return TEMP_FAILURE_RETRY(::send(fd_, text.data(), text.size(), MSG_NOSIGNAL))
           == static_cast<ssize_t>(text.size());
  }

  /// Says that nothing more comes.
  void finish() {
    ::shutdown(fd_, SHUT_WR);
  }

  /// All that comes until `end` has come, the other side closes, or ten seconds are over.
  std::string read_until(std::string_view end) {
    std::string result;
    char c = 0;
    while (!result.ends_with(end) && receive(&c, 1) == 1) {
      result += c;
    }
    return result;
  }

  /// All that comes until the other side closes.
  std::string read_all() {
    std::string result;
    char block[4096];
    for (ssize_t got = 0; (got = receive(block, sizeof block)) > 0;) {
      result.append(block, static_cast<size_t>(got));
    }
    return result;
  }

private:
  // Fuzzers are interrupted by their timer; with a time limit on a socket no call goes on by
  // itself.

  ssize_t receive(char* to, size_t size) {
    return TEMP_FAILURE_RETRY(::recv(fd_, to, size, 0));
  }

  /// Waits for the connection that goes on being made behind an interrupted call; else sets errno.
  bool ends_connected() {
    pollfd made{fd_, POLLOUT, 0};
    TEMP_FAILURE_RETRY(::poll(&made, 1, 10'000));
    int fault = ETIMEDOUT;
    socklen_t size = sizeof fault;
    if (made.revents != 0) {
      ::getsockopt(fd_, SOL_SOCKET, SO_ERROR, &fault, &size);
    }
    errno = fault;
    return fault == 0;
  }

  int fd_;
};

} // namespace faucet::test
