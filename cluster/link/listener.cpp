#include "cluster/link/listener.hpp"

#include "cluster/link/socket_address.hpp"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/eventfd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <deque>
#include <thread>
#include <vector>

namespace faucet {
namespace {

using clock = std::chrono::steady_clock;

/// Connections that the system keeps for us before we accept them.
constexpr int backlog = 128;

/// Bytes of a peer that was turned away which are read and forgotten.
constexpr size_t most_ignored = 64UL * 1024;

/// Accepting rests so long where the system has no descriptors left.
constexpr auto rest = std::chrono::milliseconds{100};

} // namespace

expected<file_descriptor> listen_at(const endpoint& place) {
  auto refuse = [&place](int fault) {
    return fail(ec::unavailable, std::string("cannot be listened at: ") + std::strerror(fault),
                to_string(place));
  };
  auto addresses = look_up(place, clock::now() + std::chrono::seconds{5});
  if (!addresses) {
    return fail(std::move(addresses));
  }
  const auto& address = addresses->front();
  file_descriptor socket(
    ::socket(address.bytes.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
  int on = 1;
  if (!socket.is_open() || setsockopt(socket.get(), SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on)) != 0
      || ::bind(socket.get(), address.get(), address.size) != 0
      || ::listen(socket.get(), backlog) != 0) {
    return refuse(errno);
  }
  return socket;
}

class link_listener::impl {
public:
  impl(link_listener_settings settings, link_visitors visitors, file_descriptor socket,
       file_descriptor bell)
    : settings_(std::move(settings)), visitors_(std::move(visitors)), socket_(std::move(socket)),
      bell_(std::move(bell)) {
    thread_ = std::thread([this] { serve(); });
  }

  impl(const impl&) = delete;
  impl& operator=(const impl&) = delete;

  ~impl() {
    eventfd_write(bell_.get(), 1);
    thread_.join();
  }

private:
  /// A peer that is being greeted.
  struct guest {
    link_handshake handshake;
    clock::time_point deadline;
    short waits_for = POLLIN;
    bool leaving = false;  ///< turned away; goes once it has hung up, so that it hears why
    size_t said_since = 0; ///< bytes
  };

  void serve() {
    std::vector<pollfd> sockets;
    for (;;) {
      auto accepting = clock::now() >= accept_from_;
      sockets.assign(
        {{bell_.get(), POLLIN, 0}, {socket_.get(), static_cast<short>(accepting ? POLLIN : 0), 0}});
      for (const auto& x : guests_) {
        sockets.push_back({x.handshake.socket(), x.waits_for, 0});
      }
      ::poll(sockets.data(), sockets.size(), patience(accepting));
      if (sockets[0].revents != 0) {
        return;
      }
      greet(sockets);
      drop_the_late();
      if (sockets[1].revents != 0) {
        accept();
      }
    }
  }

  /// Milliseconds until somebody's time is over; -1 where nobody waits.
  [[nodiscard]] int patience(bool accepting) const {
    auto until = accepting ? clock::time_point::max() : accept_from_;
    if (!guests_.empty()) {
      until = std::min(until, guests_.front().deadline); // all have the same time, so the eldest's
    }
    if (until == clock::time_point::max()) {
      return -1;
    }
    auto left = std::chrono::ceil<std::chrono::milliseconds>(until - clock::now()).count();
    return static_cast<int>(std::clamp<int64_t>(left, 0, 60'000));
  }

  void greet(const std::vector<pollfd>& sockets) {
    auto socket = sockets.begin() + 2;
    for (auto at = guests_.begin(); at != guests_.end(); ++socket) {
      at = socket->revents == 0 || stays(*at) ? at + 1 : guests_.erase(at);
    }
  }

  /// Goes on with a peer; false where there is nothing more to greet.
  bool stays(guest& x) {
    if (x.leaving) {
      return lingers(x);
    }
    auto needs = x.handshake.go_on();
    if (!needs) {
      visitors_.turned_away(needs.error());
      ::shutdown(x.handshake.socket(), SHUT_WR);
      x.leaving = true;
      x.waits_for = POLLIN;
      return lingers(x);
    }
    if (*needs == link_handshake::need::nothing) {
      visitors_.welcome(std::move(x.handshake).take());
      return false;
    }
    x.waits_for = *needs == link_handshake::need::to_read ? POLLIN : POLLOUT;
    return true;
  }

  /// Closing while something is unread would take from the peer what it was told last.
  static bool lingers(guest& x) {
    char ignored[4096];
    ssize_t came = 0;
    while ((came = ::recv(x.handshake.socket(), ignored, sizeof(ignored), 0)) > 0) {
      x.said_since += static_cast<size_t>(came);
      if (x.said_since > most_ignored) {
        return false;
      }
    }
    return came < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR);
  }

  void drop_the_late() {
    while (!guests_.empty() && guests_.front().deadline <= clock::now()) {
      drop_eldest(" in time");
    }
  }

  void drop_eldest(const char* why) {
    const auto& late = guests_.front().handshake;
    if (!guests_.front().leaving) {
      visitors_.turned_away(error{ec::unavailable,
                                  "did not finish " + std::string(late.stage()) + why,
                                  peer_of(late.socket())});
    }
    guests_.pop_front();
  }

  void accept() {
    for (int i = 0; i < backlog; ++i) {
      file_descriptor came(
        ::accept4(socket_.get(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
      if (!came.is_open()) {
        if (errno == EMFILE || errno == ENFILE || errno == ENOBUFS || errno == ENOMEM) {
          accept_from_ = clock::now() + rest;
        }
        return;
      }
      if (guests_.size() >= settings_.most_handshakes) {
        drop_eldest(" before too many others came");
      }
      take_in(std::move(came));
    }
  }

  void take_in(file_descriptor came) {
    int on = 1;
    setsockopt(came.get(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
    link_hello own;
    own.instance = settings_.instance;
    own.mesh = settings_.mesh;
    auto context = settings_.credentials ? settings_.credentials->current() : nullptr;
    auto handshake = link_handshake::answer(std::move(came), context, own);
    if (!handshake) {
      visitors_.turned_away(handshake.error());
      return;
    }
    guests_.push_back({std::move(*handshake), clock::now() + settings_.handshake});
  }

  const link_listener_settings settings_;
  const link_visitors visitors_;
  file_descriptor socket_;
  file_descriptor bell_;     ///< rung when it is time to go
  std::deque<guest> guests_; ///< the eldest first
  clock::time_point accept_from_;
  std::thread thread_;
};

expected<link_listener> link_listener::start(file_descriptor socket,
                                             link_listener_settings settings,
                                             link_visitors visitors) {
  link_hello own;
  own.instance = settings.instance;
  own.mesh = settings.mesh;
  if (auto bytes = encode(own); !bytes) {
    return fail(std::move(bytes));
  }
  file_descriptor bell(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK));
  if (!bell.is_open()) {
    return fail(ec::unavailable, std::string("nobody can be greeted: ") + std::strerror(errno),
                settings.mesh);
  }
  return link_listener(std::make_unique<impl>(std::move(settings), std::move(visitors),
                                              std::move(socket), std::move(bell)));
}

link_listener::link_listener(std::unique_ptr<impl> pimpl) : impl_(std::move(pimpl)) {
  // nop
}

link_listener::link_listener(link_listener&&) noexcept = default;
link_listener& link_listener::operator=(link_listener&&) noexcept = default;
link_listener::~link_listener() = default;

} // namespace faucet
