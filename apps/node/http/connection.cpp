#include "apps/node/http/connection.hpp"

#include <boost/asio/ip/tcp.hpp>
#include <boost/beast/http/error.hpp>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

namespace net = boost::asio;
namespace beast = boost::beast;

namespace faucet {

namespace {

std::string text_of(std::chrono::milliseconds x) {
  return x.count() % 1000 == 0 ? std::to_string(x.count() / 1000) + " s"
                               : std::to_string(x.count()) + " ms";
}

bool is_address(const std::string& host) {
  boost::system::error_code failed;
  net::ip::make_address(host, failed);
  return !failed;
}

} // namespace

http_connection::http_connection(const http_url& to, std::optional<steady::time_point> end)
  : to_(to), end_(end) {
  // nop
}

std::chrono::milliseconds http_connection::left() const {
  return end_ ? std::chrono::ceil<milliseconds>(*end_ - steady::now()) : milliseconds::max();
}

tl::unexpected<error> http_connection::failed(const std::string& step, milliseconds limit,
                                              const boost::system::error_code& why) const {
  auto text = why.message();
  if (why == beast::error::timeout) {
    text =
      left() <= milliseconds{0} ? "the whole took too long" : "nothing within " + text_of(limit);
  } else if (why == beast::http::error::end_of_stream || why == net::error::eof) {
    text = "the connection was closed";
  } else if (why.category() == make_error_code(beast::http::error::bad_version).category()) {
    text = "what came is no HTTP, or too long: " + text;
  }
  return fail(ec::unavailable, step + ": " + text, to_.place());
}

expected<void> http_connection::connect(const std::vector<std::string>& addresses,
                                        milliseconds limit) {
  auto until = steady::now() + limit;
  boost::system::error_code refused = net::error::host_not_found;
  for (size_t i = 0; i < addresses.size(); ++i) {
    auto address = net::ip::make_address(addresses[i], refused);
    if (refused) {
      continue;
    }
    // One that does not answer leaves time for those behind it.
    auto rest = std::chrono::ceil<milliseconds>(until - steady::now());
    auto share = rest / static_cast<int64_t>(addresses.size() - i);
    tcp_.emplace(io_);
    refused = finish(share, [&](auto done) {
      tcp_->async_connect(net::ip::tcp::endpoint{address, to_.port}, std::move(done));
    });
    if (!refused) {
      tcp_->socket().set_option(net::ip::tcp::no_delay(true), refused);
      return {};
    }
  }
  return failed("cannot connect", limit, refused);
}

expected<void> http_connection::secure(milliseconds limit) {
  trust_.set_default_verify_paths();
  trust_.set_verify_mode(net::ssl::verify_peer);
  ::SSL_CTX_set_min_proto_version(trust_.native_handle(), TLS1_2_VERSION);
  tls_.emplace(*tcp_, trust_);
  auto* session = tls_->native_handle();
  auto is_named = is_address(to_.host)
                    ? ::X509_VERIFY_PARAM_set1_ip_asc(::SSL_get0_param(session), to_.host.c_str())
                    : ::SSL_set1_host(session, to_.host.c_str())
                        && ::SSL_set_tlsext_host_name(session, to_.host.c_str());
  if (is_named != 1) {
    return fail(ec::invalid_config, "no certificate can be made out to this host", to_.place());
  }
  auto refused = finish(limit, [&](auto done) {
    tls_->async_handshake(net::ssl::stream_base::client, std::move(done));
  });
  if (!refused) {
    return {};
  }
  if (auto verdict = ::SSL_get_verify_result(session); verdict != X509_V_OK) {
    return fail(ec::unavailable,
                std::string{"its certificate is refused: "}
                  + ::X509_verify_cert_error_string(verdict),
                to_.place());
  }
  return failed("no agreement on TLS", limit, refused);
}

} // namespace faucet
