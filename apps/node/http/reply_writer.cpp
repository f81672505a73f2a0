#include "apps/node/http/reply_writer.hpp"

#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace faucet {

namespace {

template <class Response>
void fill(Response& response, const http_reply& reply) {
  response.version(11);
  response.result(reply.status);
  for (const auto& [name, value] : reply.headers) {
    response.insert(name, value);
  }
  if (!reply.type.empty()) {
    response.set(http::field::content_type, reply.type);
  }
}

} // namespace

net::awaitable<bool> write_whole(beast::tcp_stream& to, http_reply reply, reply_manner manner,
                                 std::chrono::milliseconds patience) {
  http::response<http::string_body> response;
  fill(response, reply);
  response.keep_alive(manner.keeps);
  response.body() = std::move(reply.body);
  response.prepare_payload();
  http::response_serializer<http::string_body> serializer{response};
  boost::system::error_code failed;
  auto token = net::redirect_error(net::use_awaitable, failed);
  to.expires_after(patience);
  if (manner.is_head) {
    co_await http::async_write_header(to, serializer, token);
  } else {
    co_await http::async_write(to, serializer, token);
  }
  co_return !failed;
}

net::awaitable<bool> write_pieces(beast::tcp_stream& to, http_reply head, pending_reply& reply,
                                  wake_signal& filled, reply_manner manner,
                                  std::chrono::milliseconds patience) {
  http::response<http::empty_body> response;
  fill(response, head);
  response.keep_alive(manner.keeps);
  response.chunked(!manner.is_old);
  http::response_serializer<http::empty_body> serializer{response};
  boost::system::error_code failed;
  auto token = net::redirect_error(net::use_awaitable, failed);
  to.expires_after(patience);
  co_await http::async_write_header(to, serializer, token);
  while (!failed && !manner.is_head && !reply.has_ended()) {
    auto piece = reply.take_piece();
    if (!piece) {
      co_await filled.wait();
      continue;
    }
    to.expires_after(patience);
    if (manner.is_old) {
      co_await net::async_write(to, net::buffer(*piece), token);
    } else {
      co_await net::async_write(to, http::make_chunk(net::buffer(*piece)), token);
    }
  }
  if (!failed && !manner.is_head && !manner.is_old) {
    to.expires_after(patience);
    co_await net::async_write(to, http::make_chunk_last(), token);
  }
  co_return !failed && !manner.is_old;
}

} // namespace faucet
