#pragma once

#include "cluster/link/credentials.hpp"
#include "cluster/link/handshake.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace faucet {

/// Listens at a place; port 0 takes any that is free. Fails with the address where it cannot be
/// had. Whoever comes waits until a `link_listener` greets them.
expected<file_descriptor> listen_at(const endpoint& place);

struct link_listener_settings {
  std::string instance;
  std::string mesh;                                    ///< host:port at which peers dial this node
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
  /// Greets who comes to a socket that listens.
  static expected<link_listener> start(file_descriptor socket, link_listener_settings settings,
                                       link_visitors visitors);

  link_listener(link_listener&&) noexcept;
  link_listener& operator=(link_listener&&) noexcept;

  /// Listens no more, drops who is still being greeted, and returns when nobody will be called any
  /// more.
  ~link_listener();

private:
  class impl;

  explicit link_listener(std::unique_ptr<impl> pimpl);

  std::unique_ptr<impl> impl_;
};

} // namespace faucet
