#pragma once

#include "cluster/link/hello.hpp"
#include "cluster/link/tls.hpp"
#include "model/error.hpp"
#include "model/file_descriptor.hpp"

#include <string>
#include <string_view>

namespace faucet {

/// A connection on which both sides know who is there. Nothing was read beyond the hello.
struct open_link {
  file_descriptor socket; ///< does not block
  tls_session session;    ///< none where the mesh is not encrypted
  link_hello peer;
};

/// The beginning of a connection: TLS, then who is who. Never blocks, so its owner keeps the time.
class link_handshake {
public:
  /// What it waits for.
  enum class need : uint8_t { nothing, to_read, to_write };

  /// The dialling side over a connected socket that does not block. Without a context there is no
  /// TLS.
  static expected<link_handshake> dial(file_descriptor socket, const tls_context_ptr& context,
                                       const endpoint& place, const link_hello& own);

  /// The dialled side.
  static expected<link_handshake> answer(file_descriptor socket, const tls_context_ptr& context,
                                         const link_hello& own);

  [[nodiscard]] int socket() const noexcept {
    return socket_.get();
  }

  /// Goes on as far as it can. An error ends it, also that of a peer that was refused.
  expected<need> go_on();

  /// Which part of it is not over, for whoever breaks it off: "the TLS handshake".
  [[nodiscard]] std::string_view stage() const noexcept;

  /// What it came to, once it needs nothing more.
  open_link take() &&;

private:
  enum class phase : uint8_t { securing, telling, hearing, over };

  link_handshake(file_descriptor socket, link_side side, link_hello own, std::string which);

  static expected<link_handshake> begin(link_handshake made, const tls_context_ptr& context,
                                        const endpoint& place);

  expected<need> secure();
  expected<need> speak();
  expected<need> hear();
  expected<void> judge();

  /// Moves some bytes; 0 where the socket must be waited for, which `needs_` says how.
  expected<size_t> move_bytes(char* into, const char* from, size_t size);

  file_descriptor socket_;
  tls_session session_;
  link_side side_;
  link_hello own_;
  link_hello peer_;
  std::string which_; ///< the peer, for errors
  std::string out_;   ///< of the own hello, what is not yet sent
  std::string in_;    ///< of the peer's, what has come
  phase phase_ = phase::telling;
  need needs_ = need::nothing;
  std::optional<error> refused_; ///< to be told once the peer knows
};

} // namespace faucet
