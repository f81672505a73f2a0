#pragma once

// How one connection is served. For server.cpp alone: it brings Boost.Beast.

#include "apps/node/http/server.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/asio/ip/tcp.hpp>

#include <list>

namespace faucet {

class http_session;

/// What the sessions of a server share. Touched by its thread only.
struct http_sessions {
  http_settings settings;
  http_handler handler;
  http_screen screen; ///< may be empty
  bool is_stopping = false;
  std::list<http_session*> waiting; ///< for a request or the rest of one; the longest first
  std::list<http_session*> all;
};

/// Serves requests on `socket` until one side has enough.
boost::asio::awaitable<void> serve_http(boost::asio::ip::tcp::socket socket,
                                        std::shared_ptr<http_sessions> sessions);

/// Cuts off who has waited longest with its request; false where nobody waits.
bool cut_off_slowest(http_sessions& sessions);

/// Ends all that waits for a request, and all streams.
void begin_stopping(http_sessions& sessions);

} // namespace faucet
