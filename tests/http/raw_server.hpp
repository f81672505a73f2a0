#pragma once

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cstdint>
#include <functional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <thread>

namespace faucet::test {

/// One side of a connection that a test answers by hand.
class raw_peer {
public:
  explicit raw_peer(int fd) : fd_(fd) {
    // nop
  }

  /// Everything up to the end of the headers of a request.
  std::string read_head() {
    std::string result;
    char c = 0;
    while (!result.ends_with("\r\n\r\n") && ::recv(fd_, &c, 1, 0) == 1) {
      result += c;
    }
    return result;
  }

  /// False where the client is gone.
  bool send(std::string_view text) {
    return ::send(fd_, text.data(), text.size(), MSG_NOSIGNAL) == static_cast<ssize_t>(text.size());
  }

  /// Returns once the client has gone.
  void wait_for_its_end() {
    char block[4096];
    while (::recv(fd_, block, sizeof block, 0) > 0) {
    }
  }

  [[nodiscard]] int fd() const {
    return fd_;
  }

private:
  int fd_;
};

/// Accepts one connection on a free loopback port, and does with it what a test says.
class raw_server {
public:
  explicit raw_server(std::function<void(raw_peer&)> serve)
    : fd_(::socket(AF_INET, SOCK_STREAM, 0)) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* plain = reinterpret_cast<sockaddr*>(&address);
    if (::bind(fd_, plain, size) != 0 || ::listen(fd_, 1) != 0
        || ::getsockname(fd_, plain, &size) != 0) {
      throw std::runtime_error{"cannot listen"};
    }
    port_ = ntohs(address.sin_port);
    thread_ = std::thread{[this, serve = std::move(serve)] {
      auto accepted = ::accept(fd_, nullptr, nullptr);
      if (accepted >= 0) {
        raw_peer peer{accepted};
        serve(peer);
        ::close(accepted);
      }
    }};
  }

  raw_server(const raw_server&) = delete;
  raw_server& operator=(const raw_server&) = delete;

  ~raw_server() {
    ::shutdown(fd_, SHUT_RDWR);
    thread_.join();
    ::close(fd_);
  }

  [[nodiscard]] std::string url(const std::string& scheme = "http") const {
    return scheme + "://127.0.0.1:" + std::to_string(port_);
  }

private:
  int fd_;
  uint16_t port_ = 0;
  std::thread thread_;
};

} // namespace faucet::test
