#pragma once

// How a request is read from a connection. For the session alone: it brings Boost.Beast.

#include "apps/node/http/api_error.hpp"
#include "apps/node/http/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <optional>

namespace faucet {

using request_parser = boost::beast::http::request_parser<boost::beast::http::string_body>;

/// Reads the requests of one connection, one after the other.
class request_reader {
public:
  /// Both must outlive it.
  request_reader(boost::beast::tcp_stream& stream, const http_settings& settings);

  /// Limits what `request` may hold, and reads it up to its body: the first byte within the idle
  /// time, the rest, with the body, within the request time.
  boost::asio::awaitable<boost::system::error_code> read_header(request_parser& request);

  boost::asio::awaitable<boost::system::error_code> read_body(request_parser& request);

  /// Stops sending, and reads for a moment what comes still, since a connection that is closed on
  /// unread bytes takes the reply with it.
  boost::asio::awaitable<void> discard_rest();

  /// What to say of a request that could not be read; nothing where nobody would hear it.
  [[nodiscard]] std::optional<api_error> why_unread(boost::system::error_code failed) const;

private:
  boost::beast::tcp_stream& stream_;
  const http_settings& settings_;
  boost::beast::flat_buffer buffer_;
  bool is_first_ = true;
};

/// What makes two readers of one request understand it differently; nothing where all is clear.
std::optional<api_error>
ambiguity_of(const boost::beast::http::request<boost::beast::http::string_body>& request);

} // namespace faucet
