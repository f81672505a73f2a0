#include "apps/node/http/request_reader.hpp"

#include <boost/asio/redirect_error.hpp>
#include <boost/asio/use_awaitable.hpp>
#include <boost/asio/write.hpp>
#include <boost/beast/http.hpp>

#include <utility> // what Boost 1.74's awaitable.hpp forgets

namespace net = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;

namespace faucet {

namespace {

/// How long the rest of a request that was refused is read.
constexpr std::chrono::seconds linger_time{2};

} // namespace

request_reader::request_reader(beast::tcp_stream& stream, const http_settings& settings)
  : stream_(stream), settings_(settings) {
  // nop
}

net::awaitable<boost::system::error_code> request_reader::read_header(request_parser& request) {
  request.header_limit(static_cast<uint32_t>(settings_.header_limit));
  request.body_limit(settings_.body_limit);
  boost::system::error_code failed;
  auto token = net::redirect_error(net::use_awaitable, failed);
  if (buffer_.size() == 0) {
    stream_.expires_after(is_first_ ? settings_.request_time : settings_.idle_time);
    auto got = co_await stream_.async_read_some(buffer_.prepare(4096), token);
    buffer_.commit(got);
    if (failed) {
      co_return failed;
    }
  }
  is_first_ = false;
  stream_.expires_after(settings_.request_time);
  co_await http::async_read_header(stream_, buffer_, request, token);
  co_return failed;
}

net::awaitable<boost::system::error_code> request_reader::read_body(request_parser& request) {
  boost::system::error_code failed;
  auto token = net::redirect_error(net::use_awaitable, failed);
  if (beast::iequals(request.get()[http::field::expect], "100-continue")) {
    static constexpr std::string_view go_on = "HTTP/1.1 100 Continue\r\n\r\n";
    co_await net::async_write(stream_, net::buffer(go_on), token);
    if (failed) {
      co_return failed;
    }
  }
  co_await http::async_read(stream_, buffer_, request, token);
  co_return failed;
}

net::awaitable<void> request_reader::discard_rest() {
  boost::system::error_code failed;
  stream_.socket().shutdown(net::ip::tcp::socket::shutdown_send, failed);
  buffer_.clear();
  stream_.expires_after(linger_time);
  while (!failed) {
    co_await stream_.async_read_some(buffer_.prepare(16384),
                                     net::redirect_error(net::use_awaitable, failed)); // not kept
  }
}

std::optional<api_error> request_reader::why_unread(boost::system::error_code failed) const {
  if (failed == beast::error::timeout || failed == http::error::end_of_stream
      || failed == net::error::eof || failed == net::error::connection_reset
      || failed == net::error::operation_aborted) {
    return std::nullopt;
  }
  if (failed == http::error::body_limit) {
    return payload_too_large("the body is longer than " + std::to_string(settings_.body_limit)
                             + " bytes (--body-limit-bytes)");
  }
  if (failed == http::error::header_limit) {
    return headers_too_large("the headers are too long");
  }
  return bad_request("the request is not HTTP/1.1");
}

std::optional<api_error> ambiguity_of(const http::request<http::string_body>& request) {
  auto coding = request.find(http::field::transfer_encoding);
  if (coding != request.end() && !beast::iequals(coding->value(), "chunked")) {
    return bad_request("the only Transfer-Encoding that is read is chunked");
  }
  for (auto name : {http::field::host, http::field::authorization, http::field::transfer_encoding,
                    http::field::content_type}) {
    if (request.count(name) > 1) {
      return bad_request("the header " + std::string{http::to_string(name)} + " stands twice");
    }
  }
  return std::nullopt;
}

} // namespace faucet
