#include "apps/node/http/server.hpp"

#include "apps/node/http/session.hpp"

#include <boost/asio/co_spawn.hpp>
#include <boost/asio/detached.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <thread>
#include <utility> // what Boost 1.74's awaitable.hpp forgets

namespace net = boost::asio;
using net::ip::tcp;

namespace faucet {

namespace {

tl::unexpected<error> unavailable(const http_settings& settings,
                                  const boost::system::error_code& why) {
  return fail(ec::unavailable, "cannot listen: " + why.message(),
              settings.host + ":" + std::to_string(settings.port));
}

} // namespace

class http_server::impl {
public:
  impl(http_settings settings, http_handler handler, http_screen screen)
    : sessions_(std::make_shared<http_sessions>()), acceptor_(io_), last_replies_(io_) {
    sessions_->settings = std::move(settings);
    sessions_->handler = std::move(handler);
    sessions_->screen = std::move(screen);
  }

  expected<void> listen() {
    const auto& settings = sessions_->settings;
    boost::system::error_code failed;
    auto address = net::ip::make_address(settings.host, failed);
    if (failed) {
      return unavailable(settings, failed);
    }
    tcp::endpoint endpoint{address, settings.port};
    acceptor_.open(endpoint.protocol(), failed);
    if (!failed) {
      acceptor_.set_option(tcp::acceptor::reuse_address(true), failed);
    }
    if (!failed) {
      acceptor_.bind(endpoint, failed);
    }
    if (!failed) {
      acceptor_.listen(tcp::acceptor::max_listen_connections, failed);
    }
    if (failed) {
      return unavailable(settings, failed);
    }
    port_ = acceptor_.local_endpoint().port();
    return {};
  }

  void run() {
    net::co_spawn(io_, accept(), net::detached);
    thread_ = std::thread{[this] { io_.run(); }};
  }

  void stop() {
    if (!thread_.joinable()) {
      return;
    }
    net::post(io_, [this] {
      boost::system::error_code ignored;
      acceptor_.close(ignored);
      begin_stopping(*sessions_);
      last_replies_.expires_after(std::chrono::seconds{2});
      last_replies_.async_wait([this](const boost::system::error_code& cancelled) {
        if (!cancelled) {
          io_.stop();
        }
      });
      end_if_idle();
    });
    thread_.join();
  }

  [[nodiscard]] uint16_t port() const noexcept {
    return port_;
  }

private:
  net::awaitable<void> accept() {
    while (!sessions_->is_stopping) {
      boost::system::error_code failed;
      auto socket =
        co_await acceptor_.async_accept(net::redirect_error(net::use_awaitable, failed));
      if (sessions_->is_stopping) {
        co_return;
      }
      if (failed) {
        // Out of descriptors, as a rule: make room, and do not spin.
        cut_off_slowest(*sessions_);
        net::steady_timer pause{io_, std::chrono::milliseconds{50}};
        co_await pause.async_wait(net::use_awaitable);
        continue;
      }
      if (sessions_->all.size() >= sessions_->settings.max_connections
          && !cut_off_slowest(*sessions_)) {
        continue; // closes the new one
      }
      socket.set_option(tcp::no_delay(true), failed);
      net::co_spawn(io_, serve_http(std::move(socket), sessions_),
                    [this](const std::exception_ptr&) { end_if_idle(); });
    }
  }

  void end_if_idle() {
    if (sessions_->is_stopping && sessions_->all.empty()) {
      last_replies_.cancel();
    }
  }

  std::shared_ptr<http_sessions> sessions_;
  net::io_context io_{1};
  tcp::acceptor acceptor_;
  net::steady_timer last_replies_; ///< how long they may still take
  uint16_t port_ = 0;
  std::thread thread_;
};

expected<http_server> http_server::start(http_settings settings, http_handler handler,
                                         http_screen screen) {
  auto pimpl = std::make_unique<impl>(std::move(settings), std::move(handler), std::move(screen));
  if (auto ok = pimpl->listen(); !ok) {
    return fail(std::move(ok));
  }
  pimpl->run();
  return http_server{std::move(pimpl)};
}

http_server::http_server(std::unique_ptr<impl> pimpl) : impl_(std::move(pimpl)) {
  // nop
}

http_server::http_server(http_server&&) noexcept = default;

http_server& http_server::operator=(http_server&& other) noexcept {
  stop();
  impl_ = std::move(other.impl_);
  return *this;
}

http_server::~http_server() {
  stop();
}

uint16_t http_server::port() const noexcept {
  return impl_->port();
}

void http_server::stop() {
  if (impl_) {
    impl_->stop();
  }
}

} // namespace faucet
