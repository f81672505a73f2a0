#include "cluster/link/handshake.hpp"

#include "cluster/link/socket_address.hpp"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <cerrno>
#include <cstring>
#include <utility>

namespace faucet {
namespace {

/// What the dialled side says of a peer that it refuses.
error refusal_of(const link_hello& peer, link_verdict verdict, std::string which) {
  std::string what;
  switch (verdict) {
    case link_verdict::other_version:
      what = "speaks version " + std::to_string(peer.version) + " between nodes, this node version "
             + std::to_string(link_hello::current_version);
      break;
    case link_verdict::itself:
      what = "is this node itself";
      break;
    case link_verdict::other_instance:
      what = "looks for node " + peer.wanted;
      break;
    default:
      what = "node " + peer.instance + " is to be dialled, not to dial";
      break;
  }
  return {ec::unavailable, std::move(what), std::move(which)};
}

} // namespace

link_handshake::link_handshake(file_descriptor socket, link_side side, link_hello own,
                               std::string which)
  : socket_(std::move(socket)), side_(side), own_(std::move(own)), which_(std::move(which)) {
  // nop
}

expected<link_handshake> link_handshake::begin(link_handshake made, const tls_context_ptr& context,
                                               const endpoint& place) {
  made.phase_ = made.side_ == link_side::dialling ? phase::telling : phase::hearing;
  if (made.side_ == link_side::dialling) {
    auto bytes = encode(made.own_);
    if (!bytes) {
      return fail(std::move(bytes));
    }
    made.out_ = std::move(*bytes);
  }
  if (context) {
    auto session = make_session(context, made.socket(), made.side_, place);
    if (!session) {
      return fail(std::move(session));
    }
    made.session_ = std::move(*session);
    made.phase_ = phase::securing;
  }
  return made;
}

expected<link_handshake> link_handshake::dial(file_descriptor socket,
                                              const tls_context_ptr& context, const endpoint& place,
                                              const link_hello& own) {
  return begin({std::move(socket), link_side::dialling, own, to_string(place)}, context, place);
}

expected<link_handshake> link_handshake::answer(file_descriptor socket,
                                                const tls_context_ptr& context,
                                                const link_hello& own) {
  auto which = peer_of(socket.get());
  return begin({std::move(socket), link_side::dialled, own, std::move(which)}, context, {});
}

expected<link_handshake::need> link_handshake::go_on() {
  for (;;) {
    auto phase_before = phase_;
    auto needs = expected<need>(need::nothing);
    switch (phase_) {
      case phase::securing:
        needs = secure();
        break;
      case phase::telling:
        needs = speak();
        break;
      case phase::hearing:
        needs = hear();
        break;
      case phase::over:
        return need::nothing;
    }
    if (!needs || phase_ == phase_before) {
      return needs;
    }
  }
}

std::string_view link_handshake::stage() const noexcept {
  return phase_ == phase::securing ? "the TLS handshake" : "the hello";
}

open_link link_handshake::take() && {
  return {std::move(socket_), std::move(session_), std::move(peer_)};
}

// -- phases ---------------------------------------------------------------------

expected<link_handshake::need> link_handshake::secure() {
  ERR_clear_error();
  errno = 0;
  auto outcome = SSL_do_handshake(session_.get());
  if (outcome == 1) {
    phase_ = side_ == link_side::dialling ? phase::telling : phase::hearing;
    return need::nothing;
  }
  switch (SSL_get_error(session_.get(), outcome)) {
    case SSL_ERROR_WANT_READ:
      return need::to_read;
    case SSL_ERROR_WANT_WRITE:
      return need::to_write;
    default:
      return fail(ec::unavailable, tls_fault(session_.get(), outcome), which_);
  }
}

expected<link_handshake::need> link_handshake::speak() {
  while (!out_.empty()) {
    auto sent = move_bytes(nullptr, out_.data(), out_.size());
    if (!sent) {
      return fail(std::move(sent));
    }
    if (*sent == 0) {
      return needs_;
    }
    out_.erase(0, *sent);
  }
  if (refused_) {
    return tl::unexpected<error>(*refused_);
  }
  phase_ = side_ == link_side::dialling ? phase::hearing : phase::over;
  return need::nothing;
}

expected<link_handshake::need> link_handshake::hear() {
  char some[link_hello::size];
  while (in_.size() < link_hello::size) {
    auto came = move_bytes(some, nullptr, link_hello::size - in_.size());
    if (!came) {
      return fail(std::move(came));
    }
    if (*came == 0) {
      return needs_;
    }
    in_.append(some, *came);
    if (!may_be_hello(in_)) {
      return fail(ec::unavailable, "is another program, not a node of a mesh", which_);
    }
  }
  if (auto judged = judge(); !judged) {
    return fail(std::move(judged));
  }
  phase_ = side_ == link_side::dialling ? phase::over : phase::telling;
  return need::nothing;
}

expected<void> link_handshake::judge() {
  auto peer = decode_hello(in_);
  if (!peer) {
    return fail(peer.error().code, peer.error().what, which_);
  }
  peer_ = std::move(*peer);
  if (side_ == link_side::dialling) {
    auto refused = refusal_in(peer_, own_, which_);
    if (refused && own_.purpose != link_purpose::probe) { // a probe wants to see whoever is there
      return tl::unexpected<error>(std::move(*refused));
    }
    return {};
  }
  auto answer = own_;
  answer.purpose = peer_.purpose;
  answer.verdict = judge_hello(peer_, own_.instance);
  if (answer.verdict == link_verdict::wrong_side) {
    peer_.purpose = link_purpose::knock; // that it came says where it is
  } else if (answer.verdict != link_verdict::accepted && peer_.purpose != link_purpose::probe) {
    refused_ = refusal_of(peer_, answer.verdict, which_);
  }
  auto bytes = encode(answer);
  if (!bytes) {
    return fail(std::move(bytes));
  }
  out_ = std::move(*bytes);
  return {};
}

// -- bytes ----------------------------------------------------------------------

expected<size_t> link_handshake::move_bytes(char* into, const char* from, size_t size) {
  errno = 0;
  if (!session_) {
    auto moved =
      into ? ::recv(socket(), into, size, 0) : ::send(socket(), from, size, MSG_NOSIGNAL);
    if (moved > 0) {
      return static_cast<size_t>(moved);
    }
    if (moved < 0 && (errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR)) {
      needs_ = into ? need::to_read : need::to_write;
      return size_t{0};
    }
    return fail(ec::unavailable, moved == 0 ? "closed the connection" : std::strerror(errno),
                which_);
  }
  ERR_clear_error();
  auto outcome = into ? SSL_read(session_.get(), into, static_cast<int>(size))
                      : SSL_write(session_.get(), from, static_cast<int>(size));
  if (outcome > 0) {
    return static_cast<size_t>(outcome);
  }
  switch (SSL_get_error(session_.get(), outcome)) {
    case SSL_ERROR_WANT_READ:
      needs_ = need::to_read;
      return size_t{0};
    case SSL_ERROR_WANT_WRITE:
      needs_ = need::to_write;
      return size_t{0};
    default:
      return fail(ec::unavailable, tls_fault(session_.get(), outcome), which_);
  }
}

} // namespace faucet
