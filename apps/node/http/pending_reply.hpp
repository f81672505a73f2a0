#pragma once

// What passes between whoever answers and the session that writes. For the server alone.

#include "apps/node/http/exchange.hpp"

#include <deque>
#include <functional>
#include <mutex>
#include <optional>

namespace faucet {

/// The reply to one request: filled from any thread, taken by the session on the server's.
class pending_reply {
public:
  /// The most that may wait to be written, in bytes.
  static constexpr size_t capacity = 4UL * 1024 * 1024;

  /// `wake` is called, under a lock, whenever something was filled in, until the reply is closed.
  explicit pending_reply(std::function<void()> wake);

  // -- for whoever answers ----------------------------------------------------

  /// True for the first call.
  bool begin(http_reply head, bool in_pieces);

  bool add(std::string piece);

  void finish();

  [[nodiscard]] bool is_open() const;

  void allow_any_time();

  // -- for the session --------------------------------------------------------

  [[nodiscard]] bool may_take_any_time() const;

  std::optional<http_reply> take_head();

  std::optional<std::string> take_piece();

  [[nodiscard]] bool is_in_pieces() const;

  /// True once nothing follows the pieces that are still to be taken.
  [[nodiscard]] bool has_ended() const;

  /// The session will not come back.
  void close();

private:
  mutable std::mutex mutex_;
  std::optional<http_reply> head_;
  std::deque<std::string> pieces_;
  size_t size_ = 0; ///< of the pieces
  bool has_begun_ = false;
  bool is_in_pieces_ = false;
  bool has_ended_ = false;
  bool may_take_any_time_ = false;
  std::function<void()> wake_; ///< none once it is closed
};

/// The exchange that fills `reply`.
std::shared_ptr<http_exchange> make_exchange(std::shared_ptr<pending_reply> reply);

} // namespace faucet
