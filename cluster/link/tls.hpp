#pragma once

#include "cluster/link/endpoint.hpp"
#include "model/error.hpp"

#include <openssl/types.h>

#include <memory>
#include <string>

namespace faucet {

struct tls_free {
  void operator()(SSL* x) const noexcept;
};

/// One end of a TLS connection.
using tls_session = std::unique_ptr<SSL, tls_free>;

/// What sessions of one node are made from; never changed after it was made.
using tls_context_ptr = std::shared_ptr<SSL_CTX>;

/// Which side of the connection this is.
enum class link_side : uint8_t { dialling, dialled };

/// A session over a connected socket, which stays its caller's. It writes without raising SIGPIPE.
/// The dialling side takes only a certificate made out for the host that it dialled.
expected<tls_session> make_session(const tls_context_ptr& context, int socket, link_side side,
                                   const endpoint& place);

/// Why the last call on a session failed, in words; forgets it.
std::string tls_fault(const SSL* session, int outcome);

} // namespace faucet
