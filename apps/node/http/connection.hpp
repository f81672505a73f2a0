#pragma once

#include "apps/node/http/client.hpp"
#include "apps/node/http/url.hpp"

#include <boost/asio/io_context.hpp>
#include <boost/asio/ssl.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <chrono>
#include <optional>
#include <string>

namespace faucet {

/// One connection of a client: each step of it is over once it has happened, has failed, or has
/// taken too long.
class http_connection {
public:
  using steady = std::chrono::steady_clock;
  using milliseconds = std::chrono::milliseconds;
  using tcp_stream = boost::beast::tcp_stream;
  using tls_stream = boost::asio::ssl::stream<tcp_stream&>;

  /// Gives the whole connection up at `end`.
  http_connection(const http_url& to, std::optional<steady::time_point> end);

  /// Connects to the first of the addresses that accepts; the limit is for all of them.
  expected<void> connect(const std::vector<std::string>& addresses, milliseconds limit);

  /// Makes it a connection of TLS with the host that is meant. May throw what the library throws.
  expected<void> secure(milliseconds limit);

  /// Waits for what `start` begins; that gets what to call at its end.
  template <class Start>
  boost::system::error_code finish(milliseconds limit, Start start) {
    limit = std::min(limit, left());
    if (limit <= milliseconds{0}) {
      return boost::beast::error::timeout;
    }
    boost::system::error_code result;
    tcp_->expires_after(limit);
    start([&result](const boost::system::error_code& failed, auto&&...) { result = failed; });
    io_.restart();
    io_.run();
    return result;
  }

  /// Calls `use` with the stream that bytes go through.
  template <class Use>
  auto with_stream(Use use) {
    return tls_ ? use(*tls_) : use(*tcp_);
  }

  /// A failure of a step that had so much time.
  [[nodiscard]] tl::unexpected<error> failed(const std::string& step, milliseconds limit,
                                             const boost::system::error_code& why) const;

private:
  /// Until the end.
  [[nodiscard]] milliseconds left() const;

  http_url to_;
  std::optional<steady::time_point> end_;
  boost::asio::io_context io_{1};
  boost::asio::ssl::context trust_{boost::asio::ssl::context::tls_client};
  std::optional<tcp_stream> tcp_;
  std::optional<tls_stream> tls_;
};

} // namespace faucet
