#pragma once

#include <boost/asio/awaitable.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/redirect_error.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/use_awaitable.hpp>

#include <memory>
#include <utility> // what Boost 1.74's awaitable.hpp forgets

namespace faucet {

/// Wakes a session on its own thread. Owned by whoever may still have to, so that it lives as long
/// as the server's loop at most.
class wake_signal : public std::enable_shared_from_this<wake_signal> {
public:
  using time_point = boost::asio::steady_timer::time_point;

  explicit wake_signal(boost::asio::any_io_executor executor) : timer_(std::move(executor)) {
    // nop
  }

  /// From any thread.
  void give() {
    boost::asio::post(timer_.get_executor(), [self = shared_from_this()] {
      self->is_given_ = true;
      self->timer_.cancel();
    });
  }

  /// Until it was given since the last wait, or that moment has come.
  boost::asio::awaitable<void> wait(time_point until = time_point::max()) {
    if (!is_given_) {
      boost::system::error_code cancelled;
      timer_.expires_at(until);
      co_await timer_.async_wait(
        boost::asio::redirect_error(boost::asio::use_awaitable, cancelled));
    }
    is_given_ = false;
  }

private:
  boost::asio::steady_timer timer_;
  bool is_given_ = false;
};

} // namespace faucet
