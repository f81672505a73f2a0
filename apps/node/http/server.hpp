#pragma once

#include "apps/node/http/exchange.hpp"
#include "model/error.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace faucet {

struct http_settings {
  std::string host = "127.0.0.1";    ///< an address of this machine, without brackets
  uint16_t port = 0;                 ///< 0 takes any that is free
  size_t body_limit = 1024UL * 1024; ///< bytes; more is answered with status 413
  size_t header_limit = 16UL * 1024; ///< bytes; more is answered with status 431
  size_t max_connections = 4096;     ///< beyond, who has waited longest with its request is cut off

  /// How long a client may take to send a request from its first byte on, however it drips. Then
  /// the connection is closed, as after the times below.
  std::chrono::milliseconds request_time = std::chrono::seconds{20};
  /// How long a connection may stay open between requests.
  std::chrono::milliseconds idle_time = std::chrono::seconds{60};
  /// How long a reply, or the beginning of one, may take, unless its handler says otherwise. Then
  /// the request is answered with status 503; what it asked for may come to pass all the same.
  std::chrono::milliseconds answer_time = std::chrono::seconds{10};
  /// How long a client may take to accept a reply, or a piece of one.
  std::chrono::milliseconds write_time = std::chrono::seconds{30};

  /// Told, on the server's thread, of a request that was refused before anybody was asked, by its
  /// method, if it has one, and status; may be empty.
  std::function<void(std::string_view method, unsigned status)> note_refused{};
};

/// Speaks HTTP/1.1 on one port. One thread serves all connections, so a slow client costs a socket
/// and nothing else.
class http_server {
public:
  /// Listens once this returns. Fails with `unavailable` where the address cannot be had. Without a
  /// screen, every body is read.
  static expected<http_server> start(http_settings settings, http_handler handler,
                                     http_screen screen = {});

  http_server(http_server&&) noexcept;
  http_server& operator=(http_server&&) noexcept;

  /// As `stop`.
  ~http_server();

  /// The port that it listens on.
  [[nodiscard]] uint16_t port() const noexcept;

  /// Accepts nothing more, ends streams, lets replies under way go out for at most two seconds, and
  /// returns when the handler will not be called any more.
  void stop();

private:
  class impl;

  explicit http_server(std::unique_ptr<impl> pimpl);

  std::unique_ptr<impl> impl_;
};

} // namespace faucet
