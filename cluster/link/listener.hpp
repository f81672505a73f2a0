#pragma once

#include "cluster/link/credentials.hpp"
#include "cluster/link/handshake.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace faucet {

struct link_listener_settings {
  endpoint place; ///< port 0 takes any that is free
  std::string instance;
  std::shared_ptr<const link_credentials> credentials; ///< none: not encrypted, everybody is let in
  std::chrono::milliseconds handshake = std::chrono::seconds{2}; ///< for a peer to say who it is
  size_t most_handshakes = 256; ///< beyond, whoever has taken longest is cut off
};

/// Who came. Both are called by the listener's thread and must not block.
struct link_visitors {
  /// A peer that may stay, knocked, or looked who is there; its hello says which.
  std::function<void(open_link)> welcome;
  /// A peer that got nothing, and why; `which` of the error is its address.
  std::function<void(const error&)> turned_away;
};

/// Listens for other nodes. One thread greets all of them, so a peer that says nothing costs a
/// socket until its time is over and nothing else.
class link_listener {
public:
  /// Listens once this returns. Fails with the address where it cannot be had.
  static expected<link_listener> start(link_listener_settings settings, link_visitors visitors);

  link_listener(link_listener&&) noexcept;
  link_listener& operator=(link_listener&&) noexcept;

  /// Listens no more, drops who is still being greeted, and returns when nobody will be called any
  /// more.
  ~link_listener();

  [[nodiscard]] uint16_t port() const noexcept;

private:
  class impl;

  explicit link_listener(std::unique_ptr<impl> pimpl);

  std::unique_ptr<impl> impl_;
};

} // namespace faucet
