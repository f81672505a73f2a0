#pragma once

#include "cluster/link/dial.hpp"
#include "cluster/link/listener.hpp"
#include "cluster/link/socket_address.hpp"
#include "tests/catch.hpp"

#include <condition_variable>
#include <deque>
#include <mutex>
#include <optional>
#include <string>

namespace faucet::test {

/// A node that greets whoever comes and remembers who did.
class listening_node {
public:
  explicit listening_node(std::string instance,
                          std::shared_ptr<const link_credentials> credentials = nullptr,
                          std::chrono::milliseconds handshake = std::chrono::seconds{5},
                          size_t most_handshakes = 256) {
    auto socket = listen_at({"127.0.0.1", 0});
    REQUIRE(socket);
    port_ = bound_port(socket->get());
    auto started = link_listener::start(std::move(*socket),
                                        {.instance = std::move(instance),
                                         .credentials = std::move(credentials),
                                         .handshake = handshake,
                                         .most_handshakes = most_handshakes},
                                        {[this](open_link link) { put(welcome_, std::move(link)); },
                                         [this](const error& err) { put(turned_away_, err); }});
    REQUIRE(started);
    listener_.emplace(std::move(*started));
  }

  [[nodiscard]] endpoint place() const {
    return {"127.0.0.1", port_};
  }

  /// The next peer that was let in; nothing where none comes.
  std::optional<open_link> next_welcome() {
    return take(welcome_);
  }

  /// What was wrong with the next peer that was not; empty where none comes.
  std::string next_refusal() {
    auto err = take(turned_away_);
    return err ? err->what : std::string();
  }

private:
  template <class T>
  void put(std::deque<T>& into, T what) {
    std::lock_guard guard(mutex_);
    into.push_back(std::move(what));
    came_.notify_all();
  }

  template <class T>
  std::optional<T> take(std::deque<T>& from) {
    std::unique_lock lock(mutex_);
    if (!came_.wait_for(lock, std::chrono::seconds{20}, [&] { return !from.empty(); })) {
      return std::nullopt;
    }
    auto first = std::move(from.front());
    from.pop_front();
    return first;
  }

  uint16_t port_ = 0;
  std::mutex mutex_;
  std::condition_variable came_;
  std::deque<open_link> welcome_;
  std::deque<error> turned_away_;
  std::optional<link_listener> listener_; // the last, so that nothing comes after the rest is gone
};

/// What a node called that says when it dials.
inline link_hello hello_of(std::string instance, std::string wanted = {}) {
  link_hello result;
  result.instance = std::move(instance);
  result.wanted = std::move(wanted);
  result.mesh = "127.0.0.1:9";
  return result;
}

inline tls_context_ptr context_of(const std::shared_ptr<link_credentials>& x) {
  return x->current();
}

/// How a dial went: the instance that answered, or what was wrong.
inline std::string dialled(const endpoint& place, const tls_context_ptr& context,
                           const link_hello& own, const link_times& times = {}) {
  auto link = dial_link(place, context, own, times);
  if (link) {
    return link->peer.instance;
  }
  CHECK(link.error().code == ec::unavailable);
  CHECK(link.error().which == to_string(place));
  return link.error().what;
}

} // namespace faucet::test
