#pragma once

// How a reply is written to a connection. For the session alone: it brings Boost.Beast.

#include "apps/node/http/pending_reply.hpp"
#include "apps/node/http/wake_signal.hpp"

#include <boost/asio/awaitable.hpp>
#include <boost/beast/core/tcp_stream.hpp>

#include <chrono>

namespace faucet {

/// What a client is used to.
struct reply_manner {
  bool keeps = false;   ///< the connection stays open
  bool is_head = false; ///< asked with HEAD: no body
  bool is_old = false;  ///< HTTP/1.0: no chunks
};

/// Both are false where the client is gone, or did not accept the reply or a piece of it within
/// `patience`.
boost::asio::awaitable<bool> write_whole(boost::beast::tcp_stream& to, http_reply reply,
                                         reply_manner manner, std::chrono::milliseconds patience);

/// `head`, and then the pieces as they come, until the reply has ended. `filled` is given for each.
boost::asio::awaitable<bool> write_pieces(boost::beast::tcp_stream& to, http_reply head,
                                          pending_reply& reply, wake_signal& filled,
                                          reply_manner manner, std::chrono::milliseconds patience);

} // namespace faucet
