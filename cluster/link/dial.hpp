#pragma once

#include "cluster/link/handshake.hpp"

#include <chrono>

namespace faucet {

/// How long a connection may take until both sides know who is there.
struct link_times {
  std::chrono::milliseconds connect = std::chrono::seconds{2};   ///< of all addresses together
  std::chrono::milliseconds handshake = std::chrono::seconds{2}; ///< TLS and both hellos
};

/// Dials a node; blocks for as long as the times say at most. Every failure is `unavailable` and
/// names the place.
expected<open_link> dial_link(const endpoint& place, const tls_context_ptr& context,
                              const link_hello& own, const link_times& times);

/// What came of looking whether a node is where it was.
enum class probe_outcome : uint8_t {
  unknown, ///< Nobody answered in time, or not as a node that may be believed.
  refused, ///< The machine answers, and nothing listens there.
  other,   ///< Another node is there.
  present, ///< The node itself is there.
};

/// Looks who is there; blocks as `dial_link`. `own.wanted` names whom it looks for.
probe_outcome probe_node(const endpoint& place, const tls_context_ptr& context, link_hello own,
                         const link_times& times);

} // namespace faucet
