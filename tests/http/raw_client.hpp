#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

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
    ::bind(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address);
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    timeval limit{10, 0};
    ::setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit);
    if (::connect(fd_, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) {
      throw std::runtime_error{"cannot connect"};
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
    return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }

  /// Says that nothing more comes.
  void finish() {
    ::shutdown(fd_, SHUT_WR);
  }

  /// All that comes until `end` has come, the other side closes, or ten seconds are over.
  std::string read_until(std::string_view end) {
    std::string result;
    char c = 0;
    while (!result.ends_with(end) && ::recv(fd_, &c, 1, 0) == 1) {
      result += c;
    }
    return result;
  }

  /// All that comes until the other side closes.
  std::string read_all() {
    std::string result;
    char block[4096];
    for (ssize_t got = 0; (got = ::recv(fd_, block, sizeof block, 0)) > 0;) {
      result.append(block, static_cast<size_t>(got));
    }
    return result;
  }

private:
  int fd_;
};

} // namespace faucet::test
